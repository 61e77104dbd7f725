// Undo and redo over everything that changes a text: keys, forms, fixes. Typing is one step as long as it flows.

import { merged } from "./merge.js";

const FLOW = 700; // ms
const MOST = 500;

export class History {
  #past = [];
  #future = [];
  #last = 0;

  constructor(state) {
    this.now = state; // {text, start, end}
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  get canRedo() {
    return this.#future.length > 0;
  }

  /** Note a new state; `flowing`: it may be one step with the one before. */
  note(state, flowing) {
    if (state.text === this.now.text) {
      this.now = state;
      return;
    }
    const time = performance.now();
    if (!flowing || time - this.#last > FLOW || !this.#past.length) {
      this.#past.push(this.now);
      if (this.#past.length > MOST) this.#past.shift();
    }
    this.#last = flowing ? time : 0;
    this.#future = [];
    this.now = state;
  }

  /** Somebody else has saved another text: every state gets those changes, so that no step takes them back. A state that
   * changes the same place is dropped, with all behind it. */
  rebase(base, theirs, text) {
    const mapped = (states) => {
      const kept = [];
      for (const state of states.toReversed()) {
        const next = merged(base, state.text, theirs);
        if (next === null) break;
        if (next !== (kept[0] ?? this.now).text) kept.unshift({ ...state, text: next });
      }
      return kept;
    };
    this.now = { ...this.now, text };
    [this.#past, this.#future, this.#last] = [mapped(this.#past), mapped(this.#future), 0];
  }

  undo() {
    return this.#step(this.#past, this.#future);
  }

  redo() {
    return this.#step(this.#future, this.#past);
  }

  #step(from, to) {
    if (!from.length) return null;
    to.push(this.now);
    this.now = from.pop();
    this.#last = 0;
    return this.now;
  }
}
