// Where in the data a place in a YAML text is, and what the schema says about it.
import { explain, titled } from "./explain.js";

const MARKER = /^(\s*)((?:- +)*)(.*)$/;
const KEY = /^("[^"]*"|'[^']*'|[^\s#'"[\]{},][^#'"[\]{},]*?)\s*:(?=\s|$)/;

/** The path to a place, whether a key or a value stands there, and how it begins. */
export function placeAt(text, caret) {
  const before = text.slice(0, caret).split("\n");
  const stack = []; // {column, step, item}
  before.forEach((line, number) => step(line, stack, number === before.length - 1));
  const line = before.at(-1);
  const body = MARKER.exec(line)[3];
  const key = KEY.exec(body);
  const path = stack.map((one) => one.step);
  if (/(^|\s)#/.test(line.replace(/"[^"]*"|'[^']*'/g, ""))) return { path, what: "comment", begun: "" };
  const rest = /^[\w-]*/.exec(text.slice(caret))[0];
  if (!key) return { ...flow(body, path, "key"), rest };
  return flow(body.slice(key[0].length).trimStart(), path, "value");
}

function step(line, stack, last) {
  const [, space, dashes, body] = MARKER.exec(line);
  if (!body.trim() && !dashes && !last) return;
  if (body.startsWith("#") && !dashes) return;
  let column = space.length;
  for (const dash of dashes.match(/- +/g) ?? []) {
    while (stack.length && stack.at(-1).column > column) stack.pop();
    const twin = stack.length && stack.at(-1).item && stack.at(-1).column === column ? stack.pop() : null;
    stack.push({ column, step: twin ? twin.step + 1 : 0, item: true });
    column += dash.length;
  }
  const key = KEY.exec(body);
  if (!key && !last) return;
  while (stack.length && stack.at(-1).column >= column && !(stack.at(-1).item && stack.at(-1).column < column)) {
    if (stack.at(-1).item && dashes && stack.at(-1).column === column) break;
    stack.pop();
  }
  if (key) stack.push({ column, step: key[1].replace(/^["']|["']$/g, ""), item: false });
}

/** Inside of `{…}` and `[…]` on one line. */
function flow(body, path, what) {
  const open = []; // paths that wait for their bracket
  let here = path;
  let begun = "";
  let quote = "";
  let state = what;
  for (const char of body) {
    if (quote) {
      if (char === quote) quote = "";
      begun += char;
    } else if (char === "{" || char === "[") {
      open.push([char, here]);
      if (char === "[") here = [...here, 0];
      state = char === "{" ? "key" : "value";
      begun = "";
    } else if (char === "}" || char === "]") {
      here = open.pop()?.[1] ?? here;
      state = "done";
      begun = "";
    } else if (char === "," && open.length) {
      const [bracket, outer] = open.at(-1);
      here = bracket === "[" ? [...outer, here.at(-1) + 1] : outer;
      state = bracket === "[" ? "value" : "key";
      begun = "";
    } else if (char === ":" && state === "key" && open.length) {
      here = [...here, begun.trim()];
      state = "value";
      begun = "";
    } else {
      if ((char === '"' || char === "'") && !begun.trim()) quote = char;
      begun += char;
    }
  }
  return { path: here, what: state, begun: begun.trimStart() };
}

export class SchemaBook {
  constructor({ kind, single, schema, kinds }) {
    this.kind = kind;
    this.single = single;
    this.root = schema ?? {};
    this.kinds = kinds ?? [];
  }

  /** A schema with what it refers to; what stands beside a reference wins. */
  resolved(part) {
    let found = part ?? {};
    for (let depth = 0; found.$ref && depth < 8; depth += 1) {
      const { $ref, ...own } = found;
      found = { ...(this.root.$defs?.[$ref.split("/").at(-1)] ?? {}), ...own, of: $ref.split("/").at(-1) };
    }
    return found;
  }

  /** The schema at a path of an entry, or null. */
  at(path) {
    let part = this.resolved(this.root);
    for (const one of path) {
      const options = [part, ...(part.anyOf ?? []), ...(part.oneOf ?? [])].map((option) => this.resolved(option));
      const next = options.map((option) => this.#inside(option, one)).find(Boolean);
      if (!next) return null;
      part = this.resolved(next);
    }
    return part;
  }

  #inside(part, one) {
    if (typeof one === "number") return part.prefixItems?.[one] ?? part.items;
    const pattern = Object.entries(part.patternProperties ?? {}).find(([form]) => new RegExp(form).test(one));
    const more = typeof part.additionalProperties === "object" ? part.additionalProperties : null;
    return part.properties?.[one] ?? pattern?.[1] ?? more;
  }

  /** The path from the entry on; null at the top of the file. */
  below(path) {
    const skipped = this.kind ? (this.single ? 1 : 2) : 0;
    return path.length < skipped || (this.kind && path[0] !== this.kind) ? null : path.slice(skipped);
  }

  /** What may be written at a place: [{text, about, insert}]. */
  options(place) {
    const path = this.below(place.path);
    if (path === null) {
      const top = place.path.length === 0 && place.what === "key";
      return top ? this.kinds.map((kind) => ({ text: kind, about: "", insert: `${kind}:` })) : [];
    }
    const part = this.at(path);
    if (!part) return [];
    return place.what === "key" ? this.#keys(part) : place.what === "value" ? this.#values(part) : [];
  }

  #keys(part) {
    return Object.entries(part.properties ?? {}).map(([key, inner]) => {
      const whole = this.resolved(inner);
      return { text: key, about: explain(whole.description ?? "") || titled(whole.title ?? ""), insert: `${key}: ` };
    });
  }

  #values(part) {
    const words = part.enum ?? (part.const !== undefined ? [part.const] : []);
    const all = words.length ? words : part.type === "boolean" ? [true, false] : this.#examples(part);
    return all.map((word) => ({ text: String(word), about: words.length ? "" : explain(part.description ?? ""), insert: String(word) }));
  }

  #examples(part) {
    const plain = (part.examples ?? []).filter((example) => typeof example !== "object");
    return plain;
  }

  /** What the thing at a place is: its title and description. */
  about(place) {
    const here = this.below(place.path);
    if (here === null) return "";
    const word = place.what === "key" ? place.begun + (place.rest ?? "") : ""; // the key that the caret is in
    const path = word && this.at([...here, word]) ? [...here, word] : here;
    const part = this.at(path);
    if (!part) return "";
    const name = path.at(-1);
    const range = part.minimum !== undefined ? `(${part.minimum} – ${part.maximum ?? "…"})` : "";
    const title = [titled(part.title ?? ""), range].filter(Boolean).join(" ");
    const said = [title, explain(part.description ?? "")].filter(Boolean).join(". ");
    return typeof name === "string" ? `${name}: ${said}` : said;
  }
}
