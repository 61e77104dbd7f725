// The words of the studio, from files (templates/studio/<lang>.yaml, then those of the game). English sentences are the
// keys; a text without a translation stays English.
const wanted = [localStorage.ui, ...navigator.languages.map((lang) => lang.slice(0, 2)), "en"].filter(Boolean);
const words = await read();

/** The languages that the studio has, each with its name. */
export const languages = words.languages ?? [["en", "English"]];
export const ui = words.lang ?? "en";

/** Which project the browser keeps something for: another one may have the same address tomorrow. */
export const project = words.project ?? "";

/** What forms say about the game that is open: kinds, titles, explanations and choices, and the words of the pages. */
export const forms = Object.fromEntries(
  // without a prototype: "constructor" may be the name of a field
  ["kinds", "titles", "explanations", "choices", "texts"].map((name) => [name, Object.assign(Object.create(null), words[name])]),
);

async function read() {
  const answer = await fetch(`api/words?lang=${wanted.map(encodeURIComponent).join(",")}`).catch(() => null);
  return answer?.ok ? answer.json() : {}; // without the server everything stays English
}

export const t = (text) => forms.texts[text] ?? text;

/** A text with a number in the place that its language has for it. */
export const counted = (text, number) => t(text).replace("{number}", number);

/** A kind of cards, as a heading. */
export const kindName = (kind) => forms.kinds[kind] ?? kind;

/** A value that can be chosen, in words. */
export const inWords = (value) => forms.choices[value] ?? String(value);

/** The name of a page. */
export const pageName = (at) => counted("page {number}", at);

export function speak(lang) {
  localStorage.ui = lang;
  location.reload();
}
