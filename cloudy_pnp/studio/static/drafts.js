// What is not saved: kept in the browser from the first key on, for every tab, so that nobody loses it by leaving.
import { project } from "./words.js";

export const tab = (sessionStorage.tab ??= crypto.randomUUID());
const START = `draft ${project} `;
const key = (name, owner) => `${START}${owner} ${name}`;
const kept = () => Object.keys(localStorage).filter((one) => one.startsWith(START)).map((one) => one.slice(START.length).split(/ (.*)/s));

/** Keep the text of a file, and the edits that it does not have yet. Throws if the browser has no room. */
export function keep({ name, text, saved, mark, dirty, waiting }) {
  if (!dirty) return forget(name);
  localStorage[key(name, tab)] = JSON.stringify({ tab, text, saved, mark, waiting, time: Date.now() });
}

export const forget = (name, owner = tab) => localStorage.removeItem(key(name, owner));

/** The drafts of a file, the latest first. */
export const draftsOf = (name) =>
  kept().filter(([, one]) => one === name).map(([owner]) => JSON.parse(localStorage[key(name, owner)])).sort((one, other) => other.time - one.time);

/** The files that are not saved, in any tab. */
export const unsaved = () => [...new Set(kept().map(([, name]) => name))].sort();
