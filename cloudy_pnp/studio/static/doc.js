// A file that was opened: its text with everything that was typed, also while another file is shown.
import { History } from "./history.js";

export class Doc {
  constructor(name, { text, mark }) {
    this.name = name;
    this.saved = text; // the text on disk
    this.mark = mark; // which state of the file that is
    this.history = new History({ text, start: 0, end: 0 });
    this.book = null; // the schema of its entries
  }

  get text() {
    return this.history.now.text;
  }

  get dirty() {
    return this.text !== this.saved;
  }
}

/** Where two texts differ: how many characters are the same at the beginning and at the end. */
export function difference(one, other) {
  const most = Math.min(one.length, other.length);
  let start = 0;
  while (start < most && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < most - start && one[one.length - 1 - end] === other[other.length - 1 - end]) end += 1;
  return { start, end };
}

/** A text with the changes of two others; null where both change the same place. */
export function merged(base, mine, theirs) {
  if (mine === base || mine === theirs) return theirs;
  if (theirs === base) return mine;
  const [a, b] = [difference(base, mine), difference(base, theirs)];
  const changed = theirs.slice(b.start, theirs.length - b.end);
  if (base.length - a.end <= b.start) return mine.slice(0, mine.length - (base.length - b.start)) + changed + base.slice(base.length - b.end);
  if (base.length - b.end <= a.start) return base.slice(0, b.start) + changed + mine.slice(base.length - b.end);
  return null;
}
