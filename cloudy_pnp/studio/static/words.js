// The words of the studio in four languages. English sentences are the keys; a text without a translation stays English.
import { choices, titles } from "./form-words.js";
import { kinds, plain, texts as seen } from "./see-texts.js";
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

const translated = { ...titles, ...seen, ...texts };
const number = known.indexOf(ui);

/** French marks stand apart from their word, and stay with it. */
export const spaced = (text) => (ui === "fr" ? text.replace(/ (?=[;!?»])/g, "\u202f").replace(/ (?=:)/g, "\u00a0").replace(/« /g, "«\u202f") : text);

/** That of [Deutsch, Français, magyar] which the studio speaks; nothing in English. */
export const translation = (three) => three?.[number - 1];

export const t = (text) => (ui === "en" ? (plain[text] ?? text) : spaced(translation(translated[text]) ?? text));

/** A kind of cards, as a heading. */
export const kindName = (kind) => translation(kinds[kind]) ?? kind;

/** A value that can be chosen, in words. */
export const inWords = (value) => choices[value]?.[number] ?? String(value);

/** The name of a page: a Hungarian number comes first. */
export const pageName = (at) => (ui === "hu" ? `${at}. ${t("page")}` : `${t("page")} ${at}`);

export function speak(lang) {
  localStorage.ui = lang;
  location.reload();
}
