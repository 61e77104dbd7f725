// The press: a build, an export or a simulation in the background, and what has been made, to look at and to take.
import { ask, at, choice, dialog, furnish, languageName, make, tell } from "./common.js";
import { unsaved } from "./drafts.js";
import { t, ui } from "./words.js";

furnish("print");
const TABS = ["build", "export", "simulate"];
let timer = 0;
let running = false;

const tick = (name, value, text, checked, about = "") => make("label", { class: "check" }, make("input", { type: "checkbox", name, value, checked }), make("span", {}, text, about ? make("small", { text: about }) : null));
const chosen = (form, name) => [...at(form).querySelectorAll(`input[name=${name}]:checked`)].map((box) => box.value);
const selected = (form, name) => [at(form).querySelector(`select[name=${name}]`)?.value].filter(Boolean);

async function load(first) {
  const [offer, cards] = await Promise.all([ask("GET", "api/print"), first ? ask("GET", `api/proofs?lang=${ui}`) : null]);
  if (first) furnishForms(offer, cards);
  showMade(offer.files);
  showDrafts(offer);
  if (offer.job) showJob(offer.job);
}

function furnishForms(offer, { languages, editions, formats }) {
  const usual = [["", t("default")]];
  for (const home of document.querySelectorAll(".languages")) {
    const mine = languages.includes(ui) ? ui : languages[0];
    home.replaceChildren(...languages.map((lang) => tick("languages", lang, languageName(lang), lang === mine)));
  }
  for (const home of document.querySelectorAll(".how")) {
    const parts = [
      ["format", "Card size", [...usual, ...formats.map(({ id, width, height }) => [id, `${id} ${width} × ${height} mm`])]],
      ["paper", "Paper", [["", t("as the sheet says")], ...offer.papers.map((one) => [one, one])]],
      ...(editions.length ? [["edition", "Edition", [...usual, ...editions]]] : []),
    ];
    home.replaceChildren(...parts.map(([name, word, options]) => {
      const label = choice(word, options, "", () => {});
      label.className = "field";
      label.lastChild.name = name;
      return label;
    }));
  }
  at("exporters").replaceChildren(...offer.exporters.map((name) => tick("exporters", name, t(name), name === "sheets")));
  at("sheets").replaceChildren(...offer.sheets.map((name) => tick("sheets", name, name, name === offer.usual[0])));
  at("targets").replaceChildren(...Object.entries(offer.targets).map(([name, help]) => tick("targets", name, make("b", { text: name }), false, t(help))));
  at("services").replaceChildren(...offer.services.map((name, index) => tick("services", name, name, index === 0)));
  at("targets").addEventListener("change", () => { at("services-box").hidden = !chosen("export", "targets").includes("service"); });
  at("tab-simulate").hidden = !offer.simulates;
  at("elsewhere").hidden = !offer.elsewhere.length;
  at("commands").textContent = offer.elsewhere.map((command) => `cloudy-pnp ${command}`).join("\n");
  for (const button of document.querySelectorAll(".begin")) button.disabled = offer.readOnly;
}

function showDrafts({ drafts, git }) {
  const options = [["", t("with nothing")], ...drafts.map((name) => [name, `${t("unsaved text with the saved deck:")} ${name.split("/").at(-1)}`]), ...(git ? [["HEAD", t("the saved deck with the last commit")]] : [])];
  if (at("against").dataset.shown === JSON.stringify(options)) return;
  const now = at("against").value;
  at("against").replaceChildren(...options.map(([value, text]) => make("option", { value, text, selected: value === now })));
  at("against").dataset.shown = JSON.stringify(options);
}

// --- what is there ---

const address = (name) => name.split("/").map(encodeURIComponent).join("/");

/** Files by folder: those of a language one by one, folders with many pictures as one parcel. */
function showMade(files) {
  if (at("made").dataset.shown === JSON.stringify(files)) return;
  at("made").dataset.shown = JSON.stringify(files);
  const shelves = new Map();
  for (const name of files) {
    const parts = name.split("/");
    const depth = parts[0] === "packs" ? 3 : 1; // a pack has languages of its own
    const shelf = parts.slice(0, depth).join("/");
    const folder = parts.length > depth + 1 ? parts.slice(0, depth + 1).join("/") : "";
    const there = shelves.get(shelf) ?? { single: [], folders: new Map() };
    if (folder) there.folders.set(folder, (there.folders.get(folder) ?? 0) + 1);
    else there.single.push(name);
    shelves.set(shelf, there);
  }
  const take = (href, file, label) => make("a", { class: "take", href, download: file, "aria-label": `${t("Download")} ${label}`, text: "⤓" });
  at("made").replaceChildren(
    ...(files.length ? [...shelves].map(([shelf, { single, folders }]) => {
      const items = single.map((name) => {
        const file = name.split("/").at(-1);
        return make("li", {}, make("a", { href: `output/${address(name)}`, target: "_blank", rel: "noopener", text: file }), take(`output/${address(name)}`, file, name));
      });
      for (const [folder, count] of folders) {
        const file = `${folder.replaceAll("/", "-")}.zip`;
        items.push(make("li", {}, make("span", { text: `${folder.split("/").at(-1)} · ${count} ${t(count === 1 ? "file" : "files")}` }), take(`parcel/${address(folder)}.zip`, file, folder)));
      }
      const lang = shelf.split("/").at(-1);
      const pack = shelf.startsWith("packs/") ? `${shelf.split("/")[1]} · ` : "";
      const all = take(`parcel/${address(shelf)}.zip`, `${shelf.replaceAll("/", "-")}.zip`, shelf);
      all.append(` ${t("all")}`);
      return make("section", { class: "shelf" }, make("h3", {}, `${pack}${languageName(lang)}`, all), make("ul", {}, items));
    }) : [make("p", { class: "soft", text: t("Nothing has been built yet.") })]),
  );
}

// --- work ---

function showJob(job) {
  const words = { running: t("running…"), done: t("done"), failed: t("failed"), stopped: t("stopped") };
  at("job").hidden = false;
  at("job").dataset.state = job.state;
  running = job.state === "running";
  const doing = `${t(job.what)}: ${words[job.state]}`;
  if (at("doing").textContent !== doing) at("doing").textContent = doing; // screen readers tell it once
  at("time").textContent = `${job.seconds.toFixed(1)} s`;
  at("bar").parentElement.hidden = !running;
  if (job.share === null) at("bar").removeAttribute("value");
  else at("bar").value = job.share;
  at("now").textContent = job.now.replace(/[█░]+\s*/g, "");
  const said = job.lines.join("\n");
  if (at("said").dataset.said !== said) at("said").replaceChildren(...job.lines.map((line) => make("span", { class: /^\s/.test(line) ? "cells" : null, text: `${line}\n` })));
  at("said").dataset.said = said;
  at("said").hidden = !job.lines.length;
  for (const button of document.querySelectorAll(".begin")) button.ariaDisabled = String(running);
  clearTimeout(timer);
  if (running) timer = setTimeout(() => load(false).catch(() => { timer = setTimeout(() => load(false), 2000); }), 400);
}

async function begin(what, body) {
  if (running) return tell(t("A job is already running; stop it first."), "error");
  const names = body.against ? [] : unsaved(); // a simulation of unsaved text is asked for by its name
  const said = [make("p", { text: t("These files are used as they were saved last:") }), make("ul", {}, names.slice(0, 20).map((name) => make("li", { text: name })))];
  if (names.length && !(await dialog(t("Not everything is saved"), said, [["go", t("Go on"), "main"], ["", t("Cancel")]]))) return;
  try {
    showJob(await ask("PUT", `api/print/${what}`, body));
    at("job").scrollIntoView({ block: "nearest" });
  } catch (error) {
    tell(error.message, "error");
  }
}

const how = (form) => ({ languages: chosen(form, "languages"), format: selected(form, "format"), paper: selected(form, "paper"), edition: selected(form, "edition") });
const ORDERS = {
  build: () => ({ ...how("build"), exporters: chosen("build", "exporters"), sheets: chosen("build", "sheets"), inkSaving: at("ink").checked }),
  export: () => {
    const targets = chosen("export", "targets");
    return { ...how("export"), targets, services: targets.includes("service") ? chosen("export", "services") : [], ...(at("dpi").value ? { dpi: Number(at("dpi").value) } : {}) };
  },
  simulate: () => ({ games: Number(at("games").value), against: at("against").value }),
};
for (const name of TABS) {
  at(name).addEventListener("submit", (event) => {
    event.preventDefault();
    begin(name, ORDERS[name]());
  });
}
at("stop").addEventListener("click", async () => showJob(await ask("DELETE", "api/print")));

// --- tabs ---

function open(name, focus = false) {
  for (const one of TABS) {
    const mine = one === name;
    at(`panel-${one}`).hidden = !mine;
    at(`tab-${one}`).setAttribute("aria-selected", String(mine));
    at(`tab-${one}`).tabIndex = mine ? 0 : -1;
  }
  if (focus) at(`tab-${name}`).focus();
  history.replaceState(null, "", name === "build" ? location.pathname : `#${name}`);
}
for (const name of TABS) at(`tab-${name}`).addEventListener("click", () => open(name));
document.querySelector("[role=tablist]").addEventListener("keydown", (event) => {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const there = TABS.filter((name) => !at(`tab-${name}`).hidden);
  const now = there.findIndex((name) => at(`tab-${name}`) === event.target);
  if (by && now >= 0) open(there[(now + by + there.length) % there.length], true);
});

await load(true);
const wished = location.hash.slice(1);
open(TABS.includes(wished) && !at(`tab-${wished}`).hidden ? wished : "build");
document.documentElement.dataset.ready = "yes";
