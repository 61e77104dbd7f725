// The form: the same card as the text, for those who do not like YAML. Every change is an edit of the text, so that
// comments stay, and undo works across both.
import { make } from "./common.js";
import { explain, titled } from "./explain.js";
import { settings } from "./settings.js";
import { isSteps, steps } from "./steps.js";
import { isStrands, strands } from "./strands.js";
import { inWords, t } from "./words.js";

export class Form {
  #home;
  #pending = null;
  onedit = () => {}; // a list of edits

  constructor(home) {
    this.#home = home;
  }

  /** Show a card. `stale`: paths of texts whose translation is older than its source. */
  show(entry, book, languages, problems, readOnly) {
    const focused = this.#home.contains(document.activeElement) ? document.activeElement : null;
    if (focused && this.#pending) return; // somebody is in the middle of a word
    const key = focused?.dataset.key;
    const caret = focused?.selectionStart;
    const tools = { book, languages, problems, set: (path, value) => this.#set(path, value), later: (path, value) => this.#later(path, value), edit: (edits) => this.onedit(edits) };
    const schema = book?.at([]);
    if (!entry || !schema?.properties) {
      this.#home.replaceChildren(make("p", { class: "soft", text: t("Choose a card to see its form.") }));
      return;
    }
    const shown = book.kind === "layout" ? settings(entry.path, entry.data, schema, { ...tools, inside: settings }) : fields(entry, schema, tools);
    this.#home.replaceChildren(...shown.filter(Boolean));
    if (readOnly) for (const one of this.#home.querySelectorAll("input, select, textarea, button")) one.disabled = true;
    const again = key && this.#home.querySelector(`[data-key="${CSS.escape(key)}"]`);
    if (again) {
      again.focus({ preventScroll: true });
      if (caret !== null && caret !== undefined && again.setSelectionRange && again.type !== "number") again.setSelectionRange(caret, caret);
    }
  }

  #set(path, value) {
    this.onedit([value === undefined ? { op: "remove", path } : { op: "set", path, value }]);
  }

  /** While somebody types: soon, but not at every key. */
  #later(path, value) {
    clearTimeout(this.#pending);
    this.#pending = setTimeout(() => {
      this.#pending = null;
      this.#set(path, value);
    }, 200);
  }
}

function fields(entry, schema, tools) {
  const shown = Object.entries(schema.properties).filter(([key]) => entry.data[key] !== undefined || (schema.required ?? []).includes(key) || isOffered(key, schema, tools));
  const done = new Set();
  return shown.flatMap(([key, part]) => {
    if (done.has(key)) return [];
    const whole = tools.book.resolved(part);
    if (isStrands(whole, tools.book)) {
      for (const other of ["bridges", "breaks"]) done.add(other);
      return [group(whole, key, strands(entry.path, entry.data, schema, key, tools))];
    }
    if (done.has(key)) return [];
    return [field([...entry.path, key], key, entry.data[key], whole, tools)];
  });
}

const isOffered = (key, schema, tools) => ["integer", "boolean"].includes(tools.book.resolved(schema.properties[key]).type);

/** What the schema says about a thing. */
export const explained = (part) => (part.description ? make("p", { class: "soft", text: explain(part.description) }) : null);

const group = (part, key, ...children) =>
  make("fieldset", {}, make("legend", { text: part.title && part.of !== "localized" ? titled(part.title) : titled(key) }), part.of !== "localized" ? explained(part) : null, ...children);

function field(path, key, value, part, tools) {
  if (part.of === "localized") return texts(path, key, value ?? {}, part, tools);
  if (part.properties && part.type === "object") {
    const inner = { path, data: value ?? {} };
    return group(part, key, ...fields(inner, part, tools));
  }
  if (isSteps(part, tools)) return group(part, key, steps(path, value ?? [], tools.book.resolved(part.items), tools));
  return labelled(path, part.of === "id" ? key : titled(part.title ?? key), plain(path, value, part, tools), part.description);
}

export function labelled(path, title, control, about = "") {
  const label = make("label", { class: "field" }, make("span", { text: title }), control);
  if (about) control.title = explain(about);
  return label;
}

/** A number with − and +, a choice, a switch, a line of text. */
export function plain(path, value, part, tools) {
  const key = path.join(".");
  const type = [part.type].flat();
  if (part.enum) {
    const options = part.enum.map((word) => make("option", { value: word, text: inWords(word), selected: word === value }));
    if (value === undefined) options.unshift(make("option", { value: "", text: "–", selected: true }));
    return make("select", { "data-key": key, onchange: (event) => tools.set(path, event.target.value || undefined) }, options);
  }
  if (type.includes("boolean")) {
    return make("input", { type: "checkbox", "data-key": key, checked: value === true, onchange: (event) => tools.set(path, event.target.checked) });
  }
  if (type.includes("integer") || type.includes("number")) return number(path, value, part, tools, type);
  if (typeof value === "object" && value !== null) {
    return make("output", { class: "soft", text: t("Edit this in the text.") });
  }
  return make("input", { type: "text", "data-key": key, value: value ?? "", oninput: (event) => tools.later(path, event.target.value) });
}

function number(path, value, part, tools, type) {
  const key = path.join(".");
  const words = type.includes("string") && (!part.pattern || new RegExp(part.pattern));
  const [form, step] = type.includes("number") ? [/^-?\d+([.,]\d+)?$/, (part.maximum ?? 10) > 1 ? 0.5 : 0.1] : [/^-?\d+$/, 1];
  const change = (by) => {
    const next = Math.min(part.maximum ?? 1e6, Math.max(part.minimum ?? 0, Math.round(((Number(input.value) || 0) + by * step) * 100) / 100));
    input.value = next;
    tools.set(path, next);
  };
  const name = titled(part.title ?? String(path.at(-1)));
  const parsed = (text) => (form.test(text) ? Number(text.replace(",", ".")) : words && text && (words === true || words.test(text)) ? text : undefined);
  const input = make("input", {
    type: words ? "text" : "number", class: "number", "aria-label": name, "data-key": key, value: value ?? "", min: part.minimum, max: part.maximum, step: step < 1 ? "any" : null,
    oninput: (event) => parsed(event.target.value) !== undefined && tools.later(path, parsed(event.target.value)),
  });
  return make(
    "span", { class: "count" },
    make("button", { type: "button", "data-key": `${key}-`, "aria-label": `${name} −${step}`, text: "−", onclick: () => change(-1) }),
    input,
    make("button", { type: "button", "data-key": `${key}+`, "aria-label": `${name} +${step}`, text: "+", onclick: () => change(1) }),
  );
}

/** All languages side by side; what is stale or missing says so. */
export function texts(path, key, value, part, tools) {
  const place = placeText(path);
  const names = new Intl.DisplayNames([document.documentElement.lang], { type: "language", fallback: "code" });
  const rows = tools.languages.map((lang) => {
    const found = tools.problems.find((problem) => problem.code.startsWith("I18N") && (problem.path === `${place}.${lang}` || (problem.path === place && problem.message.includes(`"${lang}"`))));
    const note = found ? (found.code === "I18N-STALE" ? t("stale: the source has changed") : found.message) : "";
    const long = String(value[lang] ?? "").length > 40;
    const input = make(long ? "textarea" : "input", { "data-key": [...path, lang].join("."), lang, rows: long ? 3 : null, oninput: (event) => tools.later([...path, lang], event.target.value) });
    input.value = value[lang] ?? "";
    return make("label", { class: "field" }, make("span", { text: names.of(lang) }), input, note ? make("small", { class: "stale", text: `▲ ${note}` }) : null);
  });
  return make("fieldset", { class: "texts" }, make("legend", { text: titled(key) }), explained(part), make("div", { class: "side" }, rows));
}

export const placeText = (path) =>
  path.reduce((text, step) => (typeof step === "number" ? `${text}[${step}]` : text ? `${text}.${step}` : step), "");
