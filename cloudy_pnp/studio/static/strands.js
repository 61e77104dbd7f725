// A card whose sides are joined by strands: drawn by clicking its ends. Two ends one after the other are joined, or
// parted when they are; one end twice is a path that ends in the middle, or none.
import { make } from "./common.js";
import { t } from "./words.js";

const ENDS = ["n", "e", "s", "w"];
const AT = { n: [50, 6], e: [94, 70], s: [50, 134], w: [6, 70], centre: [50, 70] };
const SVG = "http://www.w3.org/2000/svg";

/** Whether a schema is a list of lists of the four sides. */
export function isStrands(part, book) {
  const inner = part.items && book.resolved(book.resolved(part.items).items);
  return Boolean(inner?.enum) && inner.enum.join() === ENDS.join();
}

let begun = ""; // the end that was clicked first: kept over redrawing

export function strands(path, data, schema, key, tools) {
  const list = Array.isArray(data[key]) ? data[key].filter(Array.isArray) : [];
  const has = (name) => schema.properties[name] !== undefined;
  const bridges = Array.isArray(data.bridges) ? data.bridges : [];
  const breaks = Array.isArray(data.breaks) ? data.breaks : [];
  const of = (end) => list.findIndex((strand) => strand.includes(end));

  function write(next, more = []) {
    const sorted = next.filter((strand) => strand.length).map((strand) => ENDS.filter((end) => strand.includes(end)));
    const edits = [{ op: "set", path: [...path, key], value: sorted }];
    const kept = bridges.filter((bridge) => sorted.some((strand) => same(strand, bridge)));
    if (bridges.length && kept.length !== bridges.length) edits.push(kept.length ? { op: "set", path: [...path, "bridges"], value: kept } : { op: "remove", path: [...path, "bridges"] });
    const ends = sorted.flat();
    const left = breaks.filter((one) => one.at === "centre" || ends.includes(one.at));
    if (left.length !== breaks.length) edits.push(left.length ? { op: "set", path: [...path, "breaks"], value: left } : { op: "remove", path: [...path, "breaks"] });
    tools.edit([...edits, ...more]);
  }

  function click(end) {
    const first = begun;
    begun = "";
    if (!first) {
      begun = end;
      for (const button of board.querySelectorAll("[data-end]")) button.setAttribute("aria-pressed", String(button.dataset.end === end));
      return;
    }
    if (first === end) {
      write(of(end) < 0 ? [...list, [end]] : list.map((strand) => strand.filter((one) => one !== end)));
    } else if (of(first) >= 0 && of(first) === of(end)) {
      write([...list.map((strand) => strand.filter((one) => one !== end)), [end]]);
    } else {
      const joined = [first, end].flatMap((one) => (of(one) < 0 ? [one] : list[of(one)]));
      const others = list.filter((_, index) => index !== of(first) && index !== of(end));
      write([...others, joined]);
    }
  }

  const picture = document.createElementNS(SVG, "svg");
  picture.setAttribute("viewBox", "0 0 100 140");
  picture.setAttribute("aria-hidden", "true");
  list.forEach((strand, index) => {
    const bridge = bridges.some((one) => same(one, strand));
    for (const end of strand) {
      const line = document.createElementNS(SVG, "path");
      const [x, y] = AT[end] ?? AT.centre;
      const short = strand.length === 1;
      line.setAttribute("d", `M${x} ${y}L${short ? (x + 50) / 2 : 50} ${short ? (y + 70) / 2 : 70}`);
      line.setAttribute("class", `strand s${index % 4}${bridge ? " bridge" : ""}`);
      picture.append(line);
    }
  });
  const board = make("div", { class: "strands" }, picture);
  for (const end of ENDS) {
    const strand = of(end);
    const said = strand < 0 ? t("no vine") : list[strand].length === 1 ? t("a dead end") : `${t("joined with")} ${list[strand].filter((one) => one !== end).join(", ")}`;
    board.append(make("button", { type: "button", class: `end ${end}`, "data-end": end, "data-key": `${path.join(".")}.${end}`, "aria-pressed": String(begun === end), "aria-label": `${end}: ${said}`, text: end, onclick: () => click(end) }));
  }
  const kinds = has("breaks") ? kindsOf(schema, tools) : [];
  for (const place of kinds.length ? [...ENDS, "centre"] : []) {
    const now = breaks.find((one) => one.at === place);
    const next = kinds[now ? kinds.indexOf(now.kind) + 1 : 0];
    const others = breaks.filter((one) => one.at !== place);
    const value = next ? [...others, { at: place, kind: next }] : others;
    const act = () => tools.edit([value.length ? { op: "set", path: [...path, "breaks"], value } : { op: "remove", path: [...path, "breaks"] }]);
    board.append(make("button", { type: "button", class: `break ${place} ${now?.kind ?? ""}`, "data-key": `${path.join(".")}.break.${place}`, "aria-label": `${t("Break")} ${place}: ${now ? now.kind : t("none")}`, title: `${t("Break")}: ${now ? now.kind : t("none")}`, text: now ? (now.kind === kinds[0] ? "○" : "✕") : "·", onclick: act }));
  }
  const rows = has("bridges") ? list.filter((strand) => strand.length === 2).map((strand) => bridgeRow(path, strand, bridges, tools)) : [];
  return make("div", { class: "strand-form" }, board, make("div", {}, make("p", { class: "soft", text: t("Click two ends to connect or separate them, one end twice for a path that ends in the middle; the small circles are breaks.") }), rows));
}

function bridgeRow(path, strand, bridges, tools) {
  const is = bridges.some((one) => same(one, strand));
  const value = is ? bridges.filter((one) => !same(one, strand)) : [...bridges, strand];
  const act = () => tools.edit([value.length ? { op: "set", path: [...path, "bridges"], value } : { op: "remove", path: [...path, "bridges"] }]);
  return make("label", { class: "check" }, make("input", { type: "checkbox", checked: is, "data-key": `${path.join(".")}.bridge.${strand.join("")}`, onchange: act }), `${t("bridge")} ${strand.join("–")}`);
}

function kindsOf(schema, tools) {
  const items = tools.book.resolved(tools.book.resolved(schema.properties.breaks).items);
  return tools.book.resolved(items.properties?.kind).enum ?? [];
}

const same = (one, other) => one.length === other.length && one.every((end) => other.includes(end));
