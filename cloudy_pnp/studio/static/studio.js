// The stream from the server, and everything around the cards: status, filters, problems.
import { ask, furnish, searchBox } from "./common.js";
import { Gallery } from "./gallery.js";
import { Large } from "./large.js";
import { streamed } from "./live.js";
import { problemItem } from "./problems.js";
import { offerVision } from "./vision.js";
import { kindName, t, ui } from "./words.js";

furnish("./");
const at = (id) => document.getElementById(id);
const wish = new URLSearchParams(location.search);
const gallery = new Gallery(at("cards"), at("nothing"));
const large = new Large(at("large"), gallery);
let view = null;
let end = () => {}; // the stream
let views = 0; // that have come
let sorts = 0; // that were asked for
let news = 0; // the number of the view whose changes are told

// --- the stream --------------------------------------------------------------------------------------------

function listen() {
  end();
  const asked = new URLSearchParams(["lang", "edition", "ink"].map((name) => [name, wish.get(name) ?? ""]).filter(([, value]) => value));
  end = streamed(`events?${asked}`, {
    onopen: () => tell("live", t("live")),
    onmessage: show,
    onerror: () => tell("lost", t("the server does not answer; trying again…")),
  });
}

function tell(state, text) {
  at("link").dataset.state = state;
  at("link").textContent = text;
}

const viewed = ({ lang, edition, ink }) => [lang, edition, ink].join();

async function show(next) {
  const first = view === null || viewed(view) !== viewed(next);
  const number = ++views;
  view = next;
  if (first) gallery.highlight([]);
  tell(next.whole ? "live" : "waiting", next.whole ? t("live") : t("drawing…"));
  document.title = `${problemMark()}${next.game || t("Cards")}`;
  at("game").textContent = next.game || t("Cards");
  at("game").lang = next.lang;
  showLanguages();
  const changed = await gallery.update(next, first);
  showProblems();
  showKinds();
  filter();
  large.update(next);
  if (changed.length && number > news) {
    // Pictures that took longer must not hide what has changed since.
    news = number;
    gallery.highlight(changed);
    showNews(changed);
  }
  document.dispatchEvent(new CustomEvent("shown", { detail: changed }));
}

const problemMark = () => (count("error") ? "✕ " : "");
const count = (severity) =>
  view.problems.filter((problem) => problem.severity === severity).length +
  (severity === "error" ? view.failures.length : 0);

function showNews(names) {
  const link = document.createElement("a");
  const rest = names.length > 1 ? ` + ${names.length - 1}` : "";
  link.href = `#card-${names[0]}`;
  link.textContent = `${gallery.face(names[0])?.title ?? names[0]}${rest}`;
  at("news").replaceChildren(`· ${t("last change:")} `, link, ` · ${view.milliseconds} ms`);
}

// --- filters -----------------------------------------------------------------------------------------------

function showLanguages() {
  const select = at("lang");
  if ([...select.options].map((option) => option.value).join() !== view.languages.join()) {
    const names = new Intl.DisplayNames([ui], { type: "language", fallback: "code" });
    select.replaceChildren(...view.languages.map((lang) => new Option(named(names, lang), lang)));
  }
  select.value = view.lang;
  const editions = [["", t("default")], ...view.editions];
  at("edition").parentElement.hidden = !view.editions.length;
  at("edition").replaceChildren(...editions.map(([value, name]) => new Option(name, value)));
  at("edition").value = view.edition;
  at("ink").checked = view.ink;
}

function named(names, lang) {
  try {
    return names.of(lang);
  } catch {
    return lang; // a language of somebody's own
  }
}

function showKinds() {
  const kinds = at("kinds");
  const groups = [["", t("all"), gallery.size], ...gallery.groups().map(([group, size]) => [group, kindName(group), size])];
  if (kinds.dataset.shown === JSON.stringify(groups)) return;
  kinds.dataset.shown = JSON.stringify(groups);
  kinds.replaceChildren(
    ...groups.map(([value, text, size]) => {
      const button = document.createElement("button");
      const number = document.createElement("small");
      number.textContent = size;
      button.type = "button";
      button.value = value;
      button.append(text, " ", number);
      return button;
    }),
  );
}

function filter() {
  const kind = wish.get("kind") ?? "";
  for (const button of at("kinds").children) button.ariaPressed = String(button.value === kind);
  gallery.filter(wish.get("find") ?? "", kind);
}

function choose(name, value) {
  if (value) wish.set(name, value);
  else wish.delete(name);
  history.replaceState(null, "", wish.size ? `?${wish}` : location.pathname); // a reload shows the same
  filter();
}

offerVision(at("tools"), at("sort").parentElement, wish.get("eyes") ?? "", (eyes) => choose("eyes", eyes));
searchBox(wish.get("find") ?? "", (text) => choose("find", text));
at("kinds").addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button) choose("kind", button.value);
});
for (const name of ["lang", "edition", "ink"]) {
  at(name).addEventListener("change", ({ target }) => {
    choose(name, target.type === "checkbox" ? (target.checked ? "1" : "") : target.value);
    listen();
  });
}

async function sort() {
  const mine = ++sorts;
  const by = wish.get("sort") ?? "";
  at("sort").value = by;
  const edited = by === "edited" ? (await ask("GET", `api/cards?lang=${ui}`)).cards : [];
  if (mine === sorts) gallery.sort(by, edited); // else another order was asked for meanwhile
}
at("sort").addEventListener("change", (event) => {
  choose("sort", event.target.value);
  sort();
});
document.addEventListener("shown", (event) => wish.get("sort") === "edited" && event.detail.length && sort());
at("tools").addEventListener("submit", (event) => event.preventDefault());
document.addEventListener("keydown", (event) => {
  const typing = event.target.closest("input, select, textarea, dialog");
  if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    at("find").focus();
  } else if (event.key === "Escape" && event.target === at("find")) {
    at("find").value = "";
    choose("find", "");
  }
});

// --- problems ----------------------------------------------------------------------------------------------

function showProblems() {
  const [errors, warnings] = [count("error"), count("warning")];
  const number = (many, word) => `${many} ${t(many === 1 ? word : `${word}s`)}`;
  const verdict = `${number(errors, "error")}, ${number(warnings, "warning")}`;
  if (at("verdict").textContent !== verdict) at("verdict").textContent = verdict;
  at("problems").dataset.state = errors ? "error" : warnings ? "warning" : "sound";
  const elsewhere = (problem) => Number(!gallery.has(problem.entry)); // what is wrong with a card comes first
  const problems = view.problems.toSorted((one, other) => elsewhere(one) - elsewhere(other));
  const items = (severity) =>
    problems.filter((problem) => problem.severity === severity).map((problem) => problemItem(problem, gallery));
  const failures = view.failures.map((text) => problemItem({ severity: "error", code: "", message: text }));
  at("list").replaceChildren(...failures, ...items("error"), ...items("warning"));
  const notes = items("info");
  at("notes").hidden = !notes.length;
  at("notes").querySelector("summary").textContent = number(notes.length, "note");
  at("notes").querySelector("ol").replaceChildren(...notes);
}

sort();
listen();
