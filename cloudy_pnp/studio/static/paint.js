// YAML in colours: every line as markup for the layer below the text. What comes from the file is escaped.

const escape = (text) => text.replace(/[&<>]/g, (char) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[char]);
const span = (name, text) => (text ? `<span class="${name}">${escape(text)}</span>` : "");
const TOKEN =
  /(?<comment>(?:^|(?<=\s))#.*$)|(?<text>"(?:[^"\\]|\\.)*"?|'(?:[^']|'')*'?)|(?<key>[^\s#'"[\]{},:&*!|>-][^#'"[\]{},:]*?(?=\s*:(?:\s|$)))|(?<mark>[-:,[\]{}|>&*](?=\s|$)|[[\]{},])|(?<number>(?<![\w.-])-?\d+(?:\.\d+)?(?![\w-]))|(?<word>(?<![\w-])(?:true|false|null)(?![\w-]))|(?<other>[^\s"'#[\]{},]+|\s+|.)/gu;

/** One line; `wrong` are the columns (from 0) at which problems begin, each with its severity. */
export function paintLine(line, wrong = []) {
  let html = "";
  for (const { groups, index, 0: text } of line.matchAll(TOKEN)) {
    const name = Object.keys(groups).find((key) => groups[key] !== undefined);
    const hit = text.trim() && wrong.find(({ column }) => column >= index && column < index + text.length);
    html += span(`y-${name}${hit ? ` wrong ${hit.severity}` : ""}`, text);
  }
  const shown = wrong[0];
  if (shown) html += span(`ghost ${shown.severity}`, `   ${shown.severity === "error" ? "✕" : "▲"} ${shown.message}`);
  return html;
}
