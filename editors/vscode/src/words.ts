// What can be tested without VS Code: commands, and the page of the preview.

/** The words of a call: the configured program, then ours. */
export function callOf(configured: unknown, ...words: string[]): string[] {
  const program = Array.isArray(configured) && configured.every((word) => typeof word === "string") ? configured : [];
  return [...(program.length > 0 ? program : ["cloudy-pnp"]), ...words];
}

/** A word as a terminal on this system reads it, whatever characters it has. */
export function quoted(word: string, windows: boolean): string {
  if (/^[\w./:=@%+,-]+$/.test(word)) return word;
  return windows ? `"${word.replace(/["`$]/g, "`$&")}"` : `'${word.replace(/'/g, "'\\''")}'`;
}

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escaped = (text: string): string => text.replace(/[&<>"']/g, (char) => ESCAPES[char] ?? char);

/** The page of the preview: pictures and texts of a hover. Card data is text in it, never markup. */
export function previewPage(markdown: string): string {
  const parts = markdown.split(/\n\n+/).map((part) => {
    const picture = /^!\[[^\]]*\]\((data:image\/png;base64,[\w+/=]+)\)$/.exec(part.trim());
    if (picture) return `<p><img alt="the card" src="${picture[1]}"></p>`;
    const lines = part.split("\n").map((line) => escaped(line.replace(/ +$/, "")));
    return `<p>${lines.join("<br>").replace(/\*\*([^*]+)\*\*/g, "<b>$1</b>").replace(/`([^`]+)`/g, "<code>$1</code>")}</p>`;
  });
  const policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'";
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">` +
    `<style>img{max-width:100%}body{font-size:1.05em;line-height:1.4}</style></head><body>${parts.join("")}</body></html>`
  );
}
