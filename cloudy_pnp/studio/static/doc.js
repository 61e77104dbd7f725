// A file that was opened: its text with everything that was typed, also while another file is shown.
import { History } from "./history.js";
import { parts } from "./merge.js";

export class Doc {
  constructor(name, { text, mark, sheet = false }) {
    this.name = name;
    this.saved = text; // the text on disk
    this.mark = mark; // which state of the file that is
    this.sheet = sheet; // a spreadsheet: it has cards, and no text
    this.history = new History({ text, start: 0, end: 0 });
    this.waiting = []; // edits that are not in the text yet
    this.book = null; // the schema of its entries
  }

  get text() {
    return this.history.now.text;
  }

  get dirty() {
    return this.waiting.length > 0 || this.text !== this.saved;
  }

  /** Take what somebody else has saved into the text and into what undo brings back. Where both have changed the same
   * place, `side` says whose it is; without it nothing is done, and those places are returned. */
  take({ text, mark }, side) {
    const all = parts(this.saved, this.text, text);
    const meets = text === this.text ? [] : all.filter((part) => typeof part !== "string");
    if (meets.length && !side) return meets;
    const whole = (whose) => all.map((part) => part[whose] ?? part).join("");
    if (text !== this.text) this.history.rebase(this.saved, text, whole("mine"));
    if (side === "theirs") this.history.note({ text: whole("theirs"), start: 0, end: 0 }, false); // undo brings mine back
    Object.assign(this, { saved: text, mark });
    return [];
  }
}
