// Steps as blocks: each with its choices in words; blocks can be moved, taken out and added, blocks in blocks too. The
// boxes of a layout are such blocks; there are many, and so each is folded up until somebody opens it.
import { ask, make } from "./common.js";
import { explain, titled } from "./explain.js";
import { explained, labelled, plain } from "./form.js";
import { t, ui } from "./words.js";

const open = new Set(); // the places of blocks that somebody has opened
const sentences = new Map(); // by card and place: what is in the box, how it was read, and the steps that it became

/** Whether a schema is a list of maps with one key each. */
export function isSteps(part, tools) {
  const items = part.items && tools.book.resolved(part.items);
  return items?.maxProperties === 1 && Boolean(items.properties);
}

export function steps(path, list, part, tools) {
  if (!Array.isArray(list)) return make("p", { class: "soft", text: t("Edit this in the text.") });
  const blocks = list.map((item, index) => block([...path, index], item, index, list.length, part, tools));
  const names = Object.keys(part.properties);
  const add = part["x-key"] === "box" ? t("Add a box") : t("Add a step");
  const select = make(
    "select",
    {
      class: "add", "data-key": `${path.join(".")}.add`, "aria-label": add,
      onchange: (event) => {
        const name = event.target.value;
        if (name) open.add([...path, list.length].join("."));
        if (name) tools.edit([list.length ? { op: "insert", path, value: fresh(name, part, tools) } : { op: "set", path, value: [fresh(name, part, tools)] }]);
      },
    },
    make("option", { value: "", text: `+ ${add}` }),
    names.map((name) => {
      const inner = tools.book.resolved(part.properties[name]);
      return make("option", { value: name, text: [titled(inner.title || name), short(explain(inner.description || ""))].filter(Boolean).join(" – ") });
    }),
  );
  const words = part["x-sentence"] ? sentence(path, list, tools) : null;
  return make("div", { class: "steps" }, words, make("ol", {}, blocks), select);
}

/** A sentence in the author's own words. It is read while it is typed; a reading becomes the steps by a click, or without a doubt by Enter. */
function sentence(path, list, tools) {
  const key = `${path.join(".")}.sentence`;
  const mine = sentences.get(`${tools.card} ${key}`) ?? { text: "", found: {}, reads: 0 };
  sentences.set(`${tools.card} ${key}`, mine);
  if (mine.steps && mine.steps !== JSON.stringify(list)) Object.assign(mine, { text: "", found: {}, steps: "" }); // they were changed since
  const use = (reading) => {
    Object.assign(mine, { found: {}, steps: JSON.stringify(reading.value) });
    tools.set(path, reading.value);
  };
  const line = (text) => make("p", { class: "soft", text });
  const answer = make("div", { role: "status" });
  mine.show = () => {
    const { readings = [], marked, why, nearest = [] } = mine.found;
    const unclear = [why, nearest.length && `${t("Sentences that are understood")}:`];
    const buttons = readings.map((reading) => make("button", { type: "button", class: marked ? "partly" : "", text: reading.text, onclick: () => use(reading) }));
    const partly = marked && readings.length ? [line(t("The words in brackets would be lost:"))] : [];
    answer.replaceChildren(...(marked ? [line(`${t("Not understood")}: ${marked}`), ...partly] : []), ...buttons, ...unclear.filter(Boolean).map(line), nearest.length ? make("ul", {}, nearest.map((text) => make("li", { text }))) : "");
    answer.removeAttribute("aria-busy");
  };
  const read = async (text, enter) => {
    const now = (mine.reads += 1);
    clearTimeout(mine.timer);
    Object.assign(mine, { text, steps: "" });
    answer.setAttribute("aria-busy", "true");
    const found = text.trim() ? await ask("POST", "api/sentence", { text, lang: ui }).catch((error) => ({ why: error.message })) : {};
    if (now !== mine.reads) return; // the text has changed since
    mine.found = found;
    if (enter && found.sure && tools.isShown()) use(found.readings[0]);
    else mine.show();
  };
  const about = t("Describe it in your own words");
  const typed = (event) => {
    const text = (mine.text = event.target.value);
    clearTimeout(mine.timer);
    mine.timer = setTimeout(() => read(text, false), 250);
  };
  const entered = (event) => {
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    read(event.target.value, true);
  };
  const box = make("textarea", { class: "sentence", rows: 2, maxlength: 2000, placeholder: about, "aria-label": about, "data-key": key, oninput: typed, onkeydown: entered });
  box.value = mine.text;
  mine.show();
  return make("div", { class: "words" }, box, answer);
}

export const short = (text) => (text.length > 70 ? `${text.slice(0, 68)}…` : text);

function block(path, item, index, count, part, tools) {
  const [name, value] = Object.entries(item ?? {})[0] ?? ["", null];
  const inner = tools.book.resolved(part.properties[name]);
  const at = [...path, name];
  const button = (text, label, act, disabled) =>
    make("button", { type: "button", text, "aria-label": `${label}: ${titled(inner.title || name)}`, title: label, "data-key": `${path.join(".")}${text}`, disabled, onclick: act });
  const move = (to) => {
    swapped(path.join("."), [...path.slice(0, -1), to].join("."));
    tools.edit([{ op: "move", path, to }]);
  };
  const shown = tools.inside
    ? [make("div", { hidden: !open.has(path.join(".")) }, explained(inner), ...tools.inside(at, value, inner, tools))]
    : [explained(inner), ...choices(at, value, inner, tools)];
  const title = titled(inner.title || name);
  return make(
    "li", { class: "step" },
    make("div", { class: "bar" },
      tools.inside ? fold(path, [title, hint(value)].filter(Boolean).join(" · "), shown[0]) : make("b", { text: title }),
      button("↑", t("Earlier"), () => move(index - 1), index === 0),
      button("↓", t("Later"), () => move(index + 1), index === count - 1),
      button("×", t("Remove this"), () => tools.edit([{ op: "remove", path }]), count === 1),
    ),
    ...shown,
  );
}

function fold(path, text, inside) {
  const key = path.join(".");
  const toggle = (event) => {
    inside.hidden = !inside.hidden;
    open[inside.hidden ? "delete" : "add"](key);
    event.currentTarget.ariaExpanded = String(!inside.hidden);
  };
  return make("button", { type: "button", class: "fold", "data-key": `${key}.fold`, "aria-expanded": String(!inside.hidden), text, onclick: toggle });
}

/** What tells a box from others like it. */
const hint = (value) => short([value?.id, value?.text ?? value?.file ?? value?.icon ?? value?.art ?? value?.pattern].filter((one) => typeof one === "string").join(" · "));

/** Two blocks change places, and stay open or closed. */
function swapped(one, two) {
  const [first, second] = [open.has(one), open.has(two)];
  open[second ? "add" : "delete"](one);
  open[first ? "add" : "delete"](two);
}

function choices(path, value, part, tools) {
  if (part.properties) {
    return Object.entries(part.properties).map(([key, inner]) => {
      const whole = tools.book.resolved(inner);
      return nested([...path, key], value?.[key], whole, tools) ?? labelled([...path, key], titled(whole.title ?? key), plain([...path, key], value?.[key], whole, tools), whole.description);
    });
  }
  return [nested(path, value, part, tools) ?? labelled(path, t("Choice"), plain(path, value, part, tools))];
}

/** Steps inside of a step, or several lists of them. */
function nested(path, value, part, tools) {
  const items = part.items && tools.book.resolved(part.items);
  if (!items) return null;
  if (isSteps(part, tools)) return make("fieldset", {}, make("legend", { text: titled(part.title ?? path.at(-1)) }), steps(path, value ?? [], items, tools));
  if (items.items && Array.isArray(value)) {
    return make("div", {}, value.map((one, index) => nested([...path, index], one, { ...items, title: `${index + 1}.` }, tools)));
  }
  return null;
}

/** A step as it begins: the first example that the schema has, or the least that it asks for. */
function fresh(name, part, tools) {
  return { [name]: least(tools.book.resolved(part.properties[name]), tools, 0) };
}

export function least(part, tools, depth) {
  const usual = /\[(-?[\d.]+)\]/.exec(part.description ?? ""); // what holds without it
  if (part.examples?.length) return part.examples[0];
  if (part.default !== undefined) return part.default;
  if (usual) return Number(usual[1]);
  if (part.pattern?.includes("#(")) return "#888888";
  if (part.enum) return part.enum[0];
  if (part.const !== undefined) return part.const;
  const type = [part.type].flat();
  if (part.properties && depth < 6) {
    if (part.maxProperties === 1) {
      const [first] = Object.keys(part.properties);
      return { [first]: least(tools.book.resolved(part.properties[first]), tools, depth + 1) };
    }
    return Object.fromEntries((part.required ?? []).map((key) => [key, least(tools.book.resolved(part.properties[key]), tools, depth + 1)]));
  }
  if (type.includes("integer")) return part.minimum ?? 1;
  if (type.includes("number")) return Math.max(part.minimum ?? 0, 0);
  if (type.includes("boolean")) return true;
  if (type.includes("array")) return Array.from({ length: part.minItems ?? 1 }, () => least(tools.book.resolved(part.items), tools, depth + 1));
  return "";
}
