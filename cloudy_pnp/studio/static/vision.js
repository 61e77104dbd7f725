// The cards as others see them: with another colour vision, in grey, and from an arm's length away.
import { at, make } from "./common.js";
import { t } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";
// Machado, Oliveira and Fernandes (2009), a missing kind of cone; the same numbers as draw/kit/vision.py.
const MATRICES = {
  protanopia: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deuteranopia: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritanopia: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900],
  grey: [0.2126, 0.7152, 0.0722, 0.2126, 0.7152, 0.0722, 0.2126, 0.7152, 0.0722],
};
const WORDS = {
  "": "as they are",
  protanopia: "without red (protanopia)",
  deuteranopia: "without green (deuteranopia)",
  tritanopia: "without blue (tritanopia)",
  grey: "in grey",
  far: "at arm’s length",
};

function filters() {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("width", "0");
  svg.setAttribute("height", "0");
  svg.setAttribute("aria-hidden", "true");
  svg.classList.add("filters");
  for (const [name, matrix] of Object.entries(MATRICES)) {
    const filter = document.createElementNS(SVG, "filter");
    filter.id = `see-${name}`;
    filter.setAttribute("color-interpolation-filters", "linearRGB");
    const change = document.createElementNS(SVG, "feColorMatrix");
    const [a, b, c, d, e, f, g, h, i] = matrix;
    change.setAttribute("values", `${a} ${b} ${c} 0 0 ${d} ${e} ${f} 0 0 ${g} ${h} ${i} 0 0 0 0 0 1 0`);
    filter.append(change);
    svg.append(filter);
  }
  return svg;
}

/** A choice of eyes, beside the other tools of the gallery. */
export function offerVision(tools, before, chosen, note, seen = at("cards")) {
  const look = (name) => { seen.dataset.eyes = name in WORDS ? name : ""; };
  document.body.append(filters());
  const select = make("select", { id: "eyes", onchange: (event) => { look(event.target.value); note(event.target.value); } },
    Object.entries(WORDS).map(([value, words]) => make("option", { value, text: t(words), selected: value === chosen })));
  tools.insertBefore(make("label", { class: "eyes" }, make("span", { text: t("View as") }), select), before);
  look(chosen);
}
