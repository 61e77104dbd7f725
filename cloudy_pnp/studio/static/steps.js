// Steps as blocks: each with its choices in words; blocks can be moved, taken out and added, blocks in blocks too.
import { make } from "./common.js";
import { explain, titled } from "./explain.js";
import { explained, labelled, plain } from "./form.js";
import { t } from "./words.js";

export function steps(path, list, part, tools) {
  if (!Array.isArray(list)) return make("p", { class: "soft", text: t("Edit this in the text.") });
  const blocks = list.map((item, index) => block([...path, index], item, index, list.length, part, tools));
  const names = Object.keys(part.properties);
  const select = make(
    "select",
    {
      class: "add", "data-key": `${path.join(".")}.add`, "aria-label": t("Add a step"),
      onchange: (event) => {
        const name = event.target.value;
        if (name) tools.edit([list.length ? { op: "insert", path, value: fresh(name, part, tools) } : { op: "set", path, value: [fresh(name, part, tools)] }]);
      },
    },
    make("option", { value: "", text: `+ ${t("Add a step")}` }),
    names.map((name) => {
      const inner = tools.book.resolved(part.properties[name]);
      return make("option", { value: name, text: [titled(inner.title || name), short(explain(inner.description || ""))].filter(Boolean).join(" – ") });
    }),
  );
  return make("div", { class: "steps" }, make("ol", {}, blocks), select);
}

const short = (text) => (text.length > 70 ? `${text.slice(0, 68)}…` : text);

function block(path, item, index, count, part, tools) {
  const [name, value] = Object.entries(item ?? {})[0] ?? ["", null];
  const inner = tools.book.resolved(part.properties[name]);
  const at = [...path, name];
  const button = (text, label, act, disabled) =>
    make("button", { type: "button", text, "aria-label": `${label}: ${titled(inner.title || name)}`, title: label, "data-key": `${path.join(".")}${text}`, disabled, onclick: act });
  const move = (to) => tools.edit([{ op: "move", path, to }]);
  return make(
    "li", { class: "step" },
    make("div", { class: "bar" },
      make("b", { text: titled(inner.title || name) }),
      button("↑", t("Earlier"), () => move(index - 1), index === 0),
      button("↓", t("Later"), () => move(index + 1), index === count - 1),
      button("×", t("Take out"), () => tools.edit([{ op: "remove", path }]), count === 1),
    ),
    explained(inner),
    ...choices(at, value, inner, tools),
  );
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
  if (items.maxProperties === 1 && items.properties) return make("fieldset", {}, make("legend", { text: titled(part.title ?? path.at(-1)) }), steps(path, value ?? [], items, tools));
  if (items.items && Array.isArray(value)) {
    return make("div", {}, value.map((one, index) => nested([...path, index], one, { ...items, title: `${index + 1}.` }, tools)));
  }
  return null;
}

/** A step as it begins: the first example that the schema has, or the least that it asks for. */
function fresh(name, part, tools) {
  return { [name]: least(tools.book.resolved(part.properties[name]), tools, 0) };
}

function least(part, tools, depth) {
  if (part.examples?.length) return part.examples[0];
  if (part.default !== undefined) return part.default;
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
  if (type.includes("boolean")) return true;
  if (type.includes("array")) return Array.from({ length: part.minItems ?? 1 }, () => least(tools.book.resolved(part.items), tools, depth + 1));
  return "";
}
