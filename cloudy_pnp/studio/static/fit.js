// How the texts of all cards fit, in all languages at once.
import { ask, at, choice, furnish, languageName, make, searchBox } from "./common.js";
import { onSave } from "./live.js";
import { titled } from "./explain.js";
import { kindName, t, ui } from "./words.js";

furnish("fit");
const wish = new URLSearchParams(location.search);
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
const ORDERS = [["", "tightest first"], ["name", "by name"], ["kind", "by kind"]];
let table = { languages: [], rows: [] };

/** What a card is called where one is; in the game's first language where it has no name in the page's. */
const named = ({ titles, id }) => titles[ui] || Object.values(titles)[0] || id;

function choose(name, value) {
  if (value) wish.set(name, value);
  else wish.delete(name);
  history.replaceState(null, "", wish.size ? `?${wish}` : location.pathname);
  draw();
}

async function load() {
  at("said").textContent = table.rows.length ? "" : t("Checking all texts…");
  table = await ask("GET", "api/fit");
  draw();
  document.documentElement.dataset.ready = "yes";
}

function draw() {
  const words = plain(wish.get("find") ?? "").split(/\s+/).filter(Boolean);
  const by = wish.get("sort") ?? "";
  const rows = table.rows.filter((row) => words.every((word) => plain(`${row.kind} ${row.id} ${Object.values(row.titles).join(" ")}`).includes(word)));
  if (by) rows.sort((one, other) => (by === "name" ? named(one).localeCompare(named(other), ui) : one.kind.localeCompare(other.kind)));
  const tight = table.rows.flatMap((row) => Object.values(row.fits)).filter((fit) => fit.reserve < 0).length;
  at("said").textContent = [`${table.rows.length} ${t("texts")} × ${table.languages.length} ${t("languages")}`, tight ? `✕ ${tight} ${t("do not fit")}` : `✓ ${t("all of them fit")}`].join(" · ");
  document.querySelector("thead").replaceChildren(make("tr", {}, make("th", { scope: "col", text: t("Card") }), make("th", { scope: "col", text: t("Text") }), table.languages.map((lang) => make("th", { scope: "col", text: languageName(lang) }))));
  document.querySelector("tbody").replaceChildren(...rows.map(row));
}

function row(one) {
  const { kind, id, what, fits } = one;
  const link = make("a", { href: `edit?card=${encodeURIComponent(`${kind}/${id}`)}`, text: named(one) });
  return make("tr", {}, make("th", { scope: "row" }, link, make("small", { text: `${kindName(kind)} · ${id}` })), make("td", { text: titled(what) }), table.languages.map((lang) => cell(fits[lang])));
}

function cell(fit) {
  if (!fit) return make("td", { class: "none", text: "–" });
  const state = fit.reserve < 0 ? "bad" : fit.reserve < 0.25 ? "tight" : "good";
  const bar = make("span", { class: "bar" }, make("i"));
  bar.firstChild.style.width = `${Math.max(0, fit.reserve) * 100}%`;
  const said = fit.reserve < 0 ? `✕ ${fit.overflow} mm` : `${fit.points.toFixed(1)} pt`;
  const lines = `${fit.lines} ${t(fit.lines === 1 ? "line" : "lines")} · ${Math.round(fit.fill * 100)} %`;
  return make("td", { class: state }, make("b", { text: `${state === "tight" ? "▲ " : ""}${said}` }), bar, make("small", { text: lines }));
}

at("tools").append(choice("Order", ORDERS.map(([value, word]) => [value, t(word)]), wish.get("sort") ?? "", (value) => choose("sort", value), "sort"));
at("tools").addEventListener("submit", (event) => event.preventDefault());
searchBox(wish.get("find") ?? "", (text) => choose("find", text));
onSave(load);
