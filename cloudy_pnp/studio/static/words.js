// The words of the studio in four languages. English sentences are the keys; a text without a translation stays English.
import { plain, texts as seen } from "./see-texts.js";
import { texts } from "./texts.js";

export const languages = [
  ["en", "English"],
  ["de", "Deutsch"],
  ["fr", "Français"],
  ["hu", "Magyar"],
];
const known = languages.map(([code]) => code);
const wanted = [localStorage.ui, ...navigator.languages.map((lang) => lang.slice(0, 2)), "en"];
export const ui = wanted.find((lang) => known.includes(lang));

/** What forms say about the game that is open: kinds, titles, explanations and choices, from the files of the game. */
export const forms = await read();

async function read() {
  const sections = ["kinds", "titles", "explanations", "choices"];
  const answer = await fetch(`/api/words?lang=${ui}`).catch(() => null); // without the server everything stays English
  const words = answer?.ok ? await answer.json() : {};
  // without a prototype: "constructor" may be the name of a field
  return Object.fromEntries(sections.map((name) => [name, Object.assign(Object.create(null), words[name])]));
}

const translated = { ...seen, ...texts };
const number = known.indexOf(ui);

/** French marks stand apart from their word, and stay with it. */
export const spaced = (text) => (ui === "fr" ? text.replace(/ (?=[;!?»])/g, "\u202f").replace(/ (?=:)/g, "\u00a0").replace(/« /g, "«\u202f") : text);

export const t = (text) => (ui === "en" ? (plain[text] ?? text) : spaced(translated[text]?.[number - 1] ?? text));

/** A kind of cards, as a heading. */
export const kindName = (kind) => forms.kinds[kind] ?? kind;

/** A value that can be chosen, in words. */
export const inWords = (value) => forms.choices[value] ?? String(value);

/** The name of a page: a Hungarian number comes first. */
export const pageName = (at) => (ui === "hu" ? `${at}. ${t("page")}` : `${t("page")} ${at}`);

export function speak(lang) {
  localStorage.ui = lang;
  location.reload();
}
