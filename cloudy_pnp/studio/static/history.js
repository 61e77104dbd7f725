// Undo and redo over everything that changes a text: keys, forms, fixes. Typing is one step as long as it flows.

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
