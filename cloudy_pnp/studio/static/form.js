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
  #shown = null; // the card, with every change that was made here: also those that the text does not have yet
  #given = null; // what else it was drawn from
  #drawn = ""; // all of that, as one text
  #held = false; // in the middle of a click, or of a character that takes several keys: no field may go away
  #waiting = null; // what was to be shown meanwhile
  onedit = () => {}; // edits of a card, the text that they were made on, and whether somebody types
  onrename = () => {};

  constructor(home) {
    this.#home = home;
    const hold = () => (this.#held = true);
    const release = () => setTimeout(() => this.#release()); // after the click
    for (const event of ["pointerdown", "compositionstart"]) home.addEventListener(event, hold);
    for (const event of ["pointerup", "pointercancel", "compositionend"]) document.addEventListener(event, release);
  }

  /** Show a card as it is in the text. `given`: book, languages, problems, the text (`base`), why nothing can be changed
   * (`locked`). */
  show(entry, given) {
    const next = entry && { ...entry, data: structuredClone(entry.data) };
    this.#waiting = this.#held ? [entry, given] : null;
    if (this.#held) return;
    if (drawnFrom(next, given) === this.#drawn) {
      this.#given = given; // no field is touched without need
      return;
    }
    this.#shown = next;
    this.#given = given;
    this.#draw();
  }

  #release() {
    this.#held = false;
    if (this.#waiting) this.show(...this.#waiting);
  }

  /** The card that is shown: kind/id. */
  get card() {
    return this.#shown ? `${this.#shown.kind}/${this.#shown.id}` : "";
  }

  /** Show nothing until another card is known. */
  clear() {
    this.#waiting = null;
    this.#shown = this.#given = null;
    this.#drawn = "";
    this.#home.replaceChildren();
  }

  #draw() {
    const focused = this.#home.contains(document.activeElement) ? document.activeElement : null;
    const { book, languages, problems, locked } = this.#given;
    const [entry, key, start, end] = [this.#shown, focused?.dataset.key, focused?.selectionStart, focused?.selectionEnd];
    const set = (path, value, typed) => this.#change([value === undefined ? { op: "remove", path } : { op: "set", path, value }], typed);
    const card = this.card;
    const tools = {
      book, languages, problems, card,
      isShown: () => this.card === card, // for answers that come late
      set: (path, value) => set(path, value, false),
      later: (path, value) => set(path, value, true), // while somebody types: the field shows it already
      edit: (edits) => this.#change(edits, false),
      rename: () => this.onrename(),
    };
    const schema = book?.at([]);
    this.#drawn = drawnFrom(entry, this.#given);
    if (!entry || !schema?.properties) {
      this.#home.replaceChildren(make("p", { class: "soft", text: t("Choose a card to see its form.") }));
      return;
    }
    const shown = book.kind === "layout" ? settings(entry.path, entry.data, schema, { ...tools, inside: settings }) : fields(entry, schema, tools);
    const why = locked ? [make("p", { class: "locked", role: "note", text: locked })] : [];
    this.#home.replaceChildren(...why, ...shown.filter(Boolean));
    if (locked !== null) for (const one of this.#home.querySelectorAll("input, select, textarea, button")) one.disabled = true;
    const again = key && this.#home.querySelector(`[data-key="${CSS.escape(key)}"]`);
    if (again) {
      again.focus({ preventScroll: true });
      if (typeof start === "number" && again.setSelectionRange && again.type !== "number") again.setSelectionRange(start, end);
    }
  }

  /** Make a change here at once, so that the next one is made on top of it, and then in the text. */
  #change(edits, typed) {
    this.#waiting = null; // older than this
    const { kind, id, path, data } = this.#shown;
    const own = edits.map((edit) => ({ ...edit, path: edit.path.slice(path.length) }));
    for (const edit of own) apply(data, edit);
    this.#drawn = drawnFrom(this.#shown, this.#given);
    if (!typed) this.#draw();
    this.onedit({ target: { kind, id }, edits: own, base: this.#given.base }, typed);
  }
}

const drawnFrom = (entry, { problems, languages, locked, book }) =>
  JSON.stringify([entry && [entry.kind, entry.path, entry.data], problems.filter((problem) => problem.code.startsWith("I18N")), languages, locked, book?.kind]);

/** Change data as an edit changes the text. */
export function apply(data, { op, path, value, at, to }) {
  let home = data;
  for (const step of path.slice(0, -1)) home = home[step] ??= {};
  const key = path.at(-1);
  if (op === "set") home[key] = structuredClone(value);
  else if (op === "insert") (home[key] ??= []).splice(at ?? home[key].length, 0, structuredClone(value));
  else if (op === "move") home.splice(to, 0, ...home.splice(key, 1));
  else if (Array.isArray(home)) home.splice(key, 1);
  else delete home[key];
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

const isOffered = (key, schema, tools) => {
  const part = tools.book.resolved(schema.properties[key]);
  return ["integer", "boolean"].includes(part.type) || isNames(part, tools);
};

/** A list of names, such as motifs: on one line, with commas. */
const isNames = (part, tools) => part.type === "array" && tools.book.resolved(part.items).of === "id";

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
  if (key === "id" && path.length === (tools.book.single ? 2 : 3)) return fixedId(path, value, tools);
  if (isSteps(part, tools)) return group(part, key, steps(path, value ?? [], tools.book.resolved(part.items), tools));
  return labelled(path, part.of === "id" ? key : titled(part.title ?? key), plain(path, value, part, tools), part.description);
}

/** An id is what others refer to: it is changed together with them. */
export function fixedId(path, value, tools) {
  const input = make("input", { type: "text", readonly: true, "data-key": path.join("."), value: value ?? "" });
  const rename = make("button", { type: "button", "data-key": `${path.join(".")}.rename`, text: t("Rename…"), "aria-haspopup": "dialog", onclick: tools.rename });
  return make("div", { class: "fixed-id" }, labelled(path, "id", input), tools.book.single ? null : rename);
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
  if (isNames(part, tools) && (value === undefined || Array.isArray(value))) {
    const names = (text) => text.split(/[\s,]+/).filter(Boolean);
    const change = (text) => tools.later(path, names(text).length ? names(text) : undefined);
    return make("input", { type: "text", "data-key": key, value: (value ?? []).join(", "), placeholder: (part.examples?.[0] ?? []).join(", "), oninput: (event) => change(event.target.value) });
  }
  if (typeof value === "object" && value !== null) {
    return make("output", { class: "soft", text: t("Edit this in the text.") });
  }
  return make("input", { type: "text", "data-key": key, value: value ?? "", oninput: (event) => tools.later(path, event.target.value) });
}

function number(path, value, part, tools, type) {
  const key = path.join(".");
  const words = type.includes("string") && (!part.pattern || new RegExp(part.pattern));
  const [form, step] = type.includes("number") ? [/^-?\d+([.,]\d+)?$/, (part.maximum ?? 10) > 1 ? 0.5 : 0.1] : [/^-?\d+$/, 1];
  let now = value ?? "";
  const change = (by) => {
    const next = Math.min(part.maximum ?? 1e6, Math.max(part.minimum ?? 0, Math.round(((Number(input.value) || 0) + by * step) * 100) / 100));
    input.value = next;
    tools.set(path, next);
  };
  const name = titled(part.title ?? String(path.at(-1)));
  const parsed = (text) => (form.test(text) ? Number(text.replace(",", ".")) : words && text && (words === true || words.test(text)) ? text : undefined);
  const input = make("input", {
    type: words ? "text" : "number", class: "number", "aria-label": name, "data-key": key, value: value ?? "", min: part.minimum, max: part.maximum, step: step < 1 ? "any" : null,
    oninput: (event) => {
      const next = parsed(event.target.value);
      if (next === undefined) return;
      now = next;
      tools.later(path, next);
    },
    onchange: (event) => parsed(event.target.value) === undefined && (event.target.value = now), // no number: as it was
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
