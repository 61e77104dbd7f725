// The stream from the server, and everything around the cards: status, filters, problems.
import { furnish } from "./common.js";
import { Gallery } from "./gallery.js";
import { Large } from "./large.js";
import { problemItem } from "./problems.js";
import { offerVision } from "./vision.js";

furnish("/");
const at = (id) => document.getElementById(id);
const wish = new URLSearchParams(location.search);
const gallery = new Gallery(at("cards"), at("nothing"));
const large = new Large(at("large"), gallery);
let view = null;
let stream = null;
let views = 0; // that have come
let news = 0; // the number of the view whose changes are told

// --- the stream --------------------------------------------------------------------------------------------

function listen(lang) {
  stream?.close();
  stream = new EventSource(lang ? `/events?lang=${encodeURIComponent(lang)}` : "/events");
  const mine = stream;
  stream.onopen = () => tell("live", "live");
  stream.onmessage = (event) => show(JSON.parse(event.data));
  stream.onerror = () => {
    tell("lost", "the server does not answer; trying again …");
    if (mine.readyState === EventSource.CLOSED && mine === stream) {
      setTimeout(() => mine === stream && listen(lang), 1000);
    }
  };
}

function tell(state, text) {
  at("link").dataset.state = state;
  at("link").textContent = text;
}

async function show(next) {
  const first = view === null || view.lang !== next.lang;
  const number = ++views;
  view = next;
  if (first) gallery.highlight([]);
  document.title = `${problemMark()}${next.game || "Cards"}`;
  at("game").textContent = next.game || "Cards";
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
  const rest = names.length > 1 ? ` and ${names.length - 1} more` : "";
  link.href = `#card-${names[0]}`;
  link.textContent = `${gallery.face(names[0])?.title ?? names[0]}${rest}`;
  at("news").replaceChildren("· last change: ", link, `, checked and drawn in ${view.milliseconds} ms`);
}

// --- filters -----------------------------------------------------------------------------------------------

function showLanguages() {
  const select = at("lang");
  if ([...select.options].map((option) => option.value).join() !== view.languages.join()) {
    const names = new Intl.DisplayNames(["en"], { type: "language", fallback: "code" });
    select.replaceChildren(...view.languages.map((lang) => new Option(named(names, lang), lang)));
  }
  select.value = view.lang;
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
  const groups = [["", "all", gallery.size], ...gallery.groups().map(([group, size]) => [group, group, size])];
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

offerVision(at("tools"), document.querySelector("label.lang"), wish.get("eyes") ?? "", (eyes) => choose("eyes", eyes));
at("find").value = wish.get("find") ?? "";
at("find").addEventListener("input", (event) => choose("find", event.target.value));
at("kinds").addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button) choose("kind", button.value);
});
at("lang").addEventListener("change", (event) => {
  choose("lang", event.target.value);
  listen(event.target.value);
});
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
  const number = (many, word) => `${many} ${word}${many === 1 ? "" : "s"}`;
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

listen(wish.get("lang"));
