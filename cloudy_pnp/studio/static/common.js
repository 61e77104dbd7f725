// What every page of the studio uses: elements, questions to the server, the way from one page to the next.
import { unsaved } from "./drafts.js";
import { t, ui, languages, speak } from "./words.js";

export const at = (id) => document.getElementById(id);

/** An element with properties, listeners (`onclick`) and children; text is always text, never markup. */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "text") element.textContent = value;
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

/** Ask the server; resolves to its answer, or throws an error with its words and status. */
export async function ask(method, path, body, headers = {}) {
  const options = { method, headers: { ...headers } };
  if (method !== "GET") {
    options.headers["content-type"] = "application/json";
    options.body = JSON.stringify(body ?? {});
  }
  const answer = await fetch(path, options);
  const type = answer.headers.get("content-type") ?? "";
  const data = type.includes("json") ? await answer.json() : { error: await answer.text() };
  if (!answer.ok) throw Object.assign(new Error(data.error || answer.statusText), { status: answer.status, data });
  return data;
}

/** A dialog with some fields; resolves to what was chosen, or to null. */
export function dialog(title, fields, actions) {
  return new Promise((done) => {
    const form = make("form", { method: "dialog" });
    const buttons = actions.map(([value, text, kind]) =>
      make("button", { value, class: kind ?? "", text, type: value ? "submit" : "button" }),
    );
    form.append(make("h2", { id: "dialog-title", text: title }), ...fields, make("p", { class: "keys" }, buttons));
    const box = make("dialog", { class: "ask", "aria-labelledby": "dialog-title" }, form);
    for (const button of buttons) if (!button.value) button.addEventListener("click", () => box.close(""));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (form.reportValidity()) box.close(event.submitter?.value ?? "");
    });
    box.addEventListener("close", () => {
      const values = Object.fromEntries(new FormData(form));
      box.remove();
      done(box.returnValue ? { action: box.returnValue, ...values } : null);
    });
    document.body.append(box);
    box.showModal();
  });
}

/** A few words that go away by themselves; screen readers tell them. */
export function tell(text, mood = "") {
  let line = at("told");
  if (!line) {
    line = make("p", { id: "told", role: "status" });
    document.body.append(line);
  }
  line.textContent = text;
  line.dataset.mood = mood;
  line.classList.add("shown");
  clearTimeout(tell.timer);
  tell.timer = setTimeout(() => line.classList.remove("shown"), 5000);
}

/** A choice with its name: [[value, words], …]. */
export function choice(word, options, value, act, id = null) {
  const select = make("select", { id, onchange: (event) => act(event.target.value) }, options.map(([one, text]) => make("option", { value: one, text, selected: one === value })));
  return make("label", {}, make("span", { text: t(word) }), select);
}

/** Connect the search box; text typed before the page was ready counts. */
export function searchBox(value, act) {
  const box = at("find");
  box.addEventListener("input", () => act(box.value));
  if (box.value) act(box.value);
  else box.value = value;
}

/** The name of a language, in the language of the studio. */
export function languageName(lang) {
  try {
    return new Intl.DisplayNames([ui], { type: "language", fallback: "code" }).of(lang);
  } catch {
    return lang; // a language of somebody's own
  }
}

const PLACES = [["./", "See"], ["edit", "Edit"], ["play", "Play"], ["print", "Print"]];
const VIEWS = [["./", "Cards"], ["sheets", "Sheets"], ["rulebook", "Rulebook"], ["fit", "Text fit"]];

/** Say which files are not saved, each a way to it. */
export function showUnsaved() {
  const names = unsaved();
  if (at("unsaved").dataset.shown === names.join()) return;
  at("unsaved").dataset.shown = names.join();
  const links = names.slice(0, 5).map((name) => make("a", { href: `edit?${new URLSearchParams({ file: name })}`, title: name, text: name.split("/").at(-1) }));
  at("unsaved").replaceChildren(...(names.length ? [t("not saved:"), " ", ...links, names.length > 5 ? "…" : ""] : []));
}

/** The way between the pages, and the language of the interface. */
export function furnish(place) {
  const seeing = VIEWS.some(([href]) => href === place);
  const link = (current) => ([href, word]) => make("a", { href, text: t(word), "aria-current": current(href) });
  const links = PLACES.map(link((href) => (href === place ? "page" : seeing && href === "./" ? "true" : null)));
  const views = make("nav", { id: "views", "aria-label": t("See") }, VIEWS.map(link((href) => (href === place ? "page" : null))));
  const select = make(
    "select",
    { id: "ui", "aria-label": t("Language of the studio"), onchange: (event) => speak(event.target.value) },
    languages.map(([code, name]) => make("option", { value: code, text: name, selected: code === ui })),
  );
  document.querySelector("header").append(make("nav", { id: "places", "aria-label": t("Studio") }, links, select));
  document.querySelector("header h1").after(make("p", { id: "unsaved", role: "status" }));
  addEventListener("storage", showUnsaved); // another tab has saved something, or not
  showUnsaved();
  if (seeing) document.querySelector("header").after(views);
  document.documentElement.lang = ui;
  for (const element of document.querySelectorAll("[data-word]")) element.textContent = t(element.dataset.word);
  for (const element of document.querySelectorAll("[data-label]")) element.setAttribute("aria-label", t(element.dataset.label));
  for (const element of document.querySelectorAll("[data-hint]")) element.placeholder = t(element.dataset.hint);
}
