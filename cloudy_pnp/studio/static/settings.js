// Settings: what a map says, each with a way out, and what else it may say on offer. For layouts, which could say so much
// that a form with all of it would be mostly empty.
import { make } from "./common.js";
import { explain, titled } from "./explain.js";
import { explained, fixedId, labelled, plain, texts } from "./form.js";
import { isSteps, least, short, steps } from "./steps.js";
import { t } from "./words.js";

const SHARED = ["count", "field", "id", "length", "localized", "name", "scalar"]; // whose title does not say what it is here
const NUMBER = /^-?\d+(\.\d+)?$/;
const isMap = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

export function settings(path, value, part, tools) {
  const known = part.properties ?? {};
  const free = isMap(part.additionalProperties) ? part.additionalProperties : null;
  const there = isMap(value) ? value : {};
  const needed = part.required ?? [];
  const keys = [...Object.keys(known).filter((key) => key in there || needed.includes(key)), ...Object.keys(there).filter((key) => !(key in known))];
  const rows = keys.map((key) => {
    if (key === "id" && path.length === 1) return fixedId([...path, key], there[key], tools);
    const row = setting([...path, key], nameOf(key, known[key], tools), there[key], tools.book.resolved(known[key] ?? free), needed.includes(key), tools);
    row.classList.toggle("named", !(key in known));
    return row;
  });
  const others = Object.keys(known).filter((key) => !keys.includes(key));
  return [...rows, others.length ? offer(path, others, known, tools) : null, free ? naming(path, free, there, tools) : null];
}

function nameOf(key, part, tools) {
  if (!part) return key; // a name that the author gave
  const whole = tools.book.resolved(part);
  return titled(part.title ?? (SHARED.includes(whole.of) ? key : (whole.title ?? key)));
}

function setting(path, name, value, part, needed, tools) {
  const out = needed || isSteps(part, tools) ? null : make("button", { type: "button", class: "out", text: "×", "data-key": `${path.join(".")}×`, "aria-label": `${t("Remove this")}: ${name}`, title: t("Remove this"), onclick: () => tools.set(path, undefined) });
  if (part.of === "localized") return make("div", { class: "setting" }, texts(path, name, value ?? {}, part, tools), out);
  const inside = isSteps(part, tools) ? [steps(path, value ?? [], tools.book.resolved(part.items), tools)] : isMap(value) ? settings(path, value, part, tools) : null;
  if (inside) return make("fieldset", {}, make("legend", {}, name, out), explained(part), ...inside);
  return make("div", { class: "setting" }, labelled(path, name, control(path, value, part, tools), part.description), out);
}

/** What fits the value that is there: of several types, the one that it has. */
function control(path, value, part, tools) {
  const types = [part.type].flat();
  if (Array.isArray(value)) {
    const items = tools.book.resolved(part.items);
    return value.some((one) => typeof one === "object") ? plain(path, value, part, tools) : make("span", { class: "several" }, value.map((one, index) => control([...path, index], one, items, tools)));
  }
  if (typeof value === "number") return plain(path, value, { ...part, type: types.filter((type) => type !== "boolean") }, tools);
  if (typeof value !== "string" || part.enum) return plain(path, value, part, tools);
  const words = /^\^\(([\w-]+(?:\|[\w-]+)+)\)\$$/.exec(part.pattern ?? "")?.[1].split("|");
  if (words) return plain(path, value, { ...part, enum: words }, tools);
  const read = (text) => (types.includes("number") && NUMBER.test(text) ? Number(text) : text);
  const write = (text) => {
    if (colour && /^#[0-9a-f]{6}$/i.test(text)) colour.value = text;
    if (text !== input.value) input.value = text;
    tools.later(path, read(text));
  };
  let colour = null;
  const input = make("input", { type: "text", "data-key": path.join("."), value, oninput: (event) => write(event.target.value) });
  if (!/^#[0-9a-f]{6}$/i.test(value)) return input;
  colour = make("input", { type: "color", "data-key": `${path.join(".")}#`, "aria-label": titled(part.title ?? "Colour"), value, oninput: (event) => write(event.target.value) });
  return make("span", { class: "several" }, input, colour);
}

function offer(path, keys, known, tools) {
  const add = (key) => tools.set([...path, key], least(tools.book.resolved(known[key]), tools, 0));
  const words = (key) => [nameOf(key, known[key], tools), short(explain(tools.book.resolved(known[key]).description ?? ""))].filter(Boolean).join(" – ");
  return make(
    "select", { class: "add", "data-key": `${path.join(".")}.add`, "aria-label": t("Add a setting"), onchange: (event) => event.target.value && add(event.target.value) },
    make("option", { value: "", text: `+ ${t("Add a setting")}` }),
    keys.map((key) => make("option", { value: key, text: words(key) })),
  );
}

/** Names that the author may give: colours, styles, fields. */
function naming(path, free, there, tools) {
  const add = (event) => {
    const name = event.target.value.trim();
    if (name && !(name in there)) tools.set([...path, name], least(tools.book.resolved(free), tools, 0));
  };
  return make("input", { type: "text", class: "add", "data-key": `${path.join(".")}.new`, placeholder: `+ ${t("a new name")}`, "aria-label": t("a new name"), pattern: "[a-z0-9_.]+(-[a-z0-9_.]+)*", maxlength: 60, onchange: add });
}
