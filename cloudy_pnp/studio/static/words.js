// The words of the studio in four languages. English sentences are the keys; a text without a translation stays English.
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

export const t = (text) => (ui === "en" ? text : (texts[text]?.[known.indexOf(ui) - 1] ?? text));

export function speak(lang) {
  localStorage.ui = lang;
  location.reload();
}
