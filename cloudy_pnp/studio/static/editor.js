// The editor: a text field that everybody's keyboard, screen reader and phone knows, with colours on a layer below it.
import { at, make } from "./common.js";
import { History } from "./history.js";
import { difference, moved } from "./merge.js";
import { paintLine } from "./paint.js";
import { placeAt } from "./schema.js";
import { t } from "./words.js";

export class Editor {
  #field;
  #paint;
  #gutter;
  #menu;
  #under;
  #history = new History({ text: "", start: 0, end: 0 });
  #problems = [];
  #options = [];
  #chosen = 0;
  #lines = [];
  book = null;
  onchange = () => {};
  onmove = () => {};
  onfix = () => {};

  constructor(home) {
    this.#gutter = make("div", { class: "gutter", "aria-hidden": "true" });
    this.#paint = make("pre", { class: "paint", "aria-hidden": "true" });
    this.#field = make("textarea", {
      id: "text", spellcheck: "false", autocapitalize: "off", autocomplete: "off", wrap: "off",
      "aria-label": t("The file as text"), "aria-describedby": "about", "aria-autocomplete": "list", "aria-controls": "menu",
    });
    this.#menu = make("ul", { id: "menu", role: "listbox", hidden: true, "aria-label": t("Suggestions") });
    this.#under = make("div", { id: "under", hidden: true });
    const sheet = make("div", { class: "sheet" }, this.#paint, this.#field, this.#menu, this.#under);
    home.append(this.#gutter, sheet);
    this.#field.addEventListener("input", (event) => this.#typed(event));
    this.#field.addEventListener("beforeinput", (event) => {
      if (event.inputType === "historyUndo" || event.inputType === "historyRedo") {
        event.preventDefault();
        event.inputType === "historyUndo" ? this.undo() : this.redo();
      }
    });
    this.#field.addEventListener("keydown", (event) => this.#key(event));
    this.#field.addEventListener("blur", () => setTimeout(() => this.#close(), 150));
    document.addEventListener("selectionchange", () => {
      if (document.activeElement === this.#field) this.#moved();
    });
    this.#menu.addEventListener("mousedown", (event) => {
      event.preventDefault();
      const item = event.target.closest("li");
      if (item) this.#accept(Number(item.dataset.at));
    });
  }

  get text() {
    return this.#field.value;
  }

  get caret() {
    return this.#field.selectionStart;
  }

  get line() {
    return this.text.slice(0, this.caret).split("\n").length;
  }

  get canUndo() {
    return this.#history.canUndo;
  }

  get canRedo() {
    return this.#history.canRedo;
  }

  set readOnly(value) {
    this.#field.readOnly = value;
  }

  focus() {
    this.#field.focus({ preventScroll: true });
  }

  /** Another file, with its history. */
  open(history, book) {
    const { text, start, end } = history.now;
    this.#history = history;
    this.book = book;
    this.#field.value = text;
    this.#field.setSelectionRange(start, end);
    this.#problems = [];
    this.#close();
    this.#draw();
  }

  /** Show the text after somebody else has changed it; the caret stays at its words. */
  follow() {
    const { text } = this.#history.now;
    if (text === this.text) return;
    const [start, end] = [this.#field.selectionStart, this.#field.selectionEnd].map((place) => moved(this.text, text, place));
    this.#show({ text, start, end });
  }

  undo() {
    this.#step(this.#history.undo());
  }

  redo() {
    this.#step(this.#history.redo());
  }

  /** Another state of the history, with the caret where it differs from this one. */
  #step(state) {
    if (!state) return;
    const caret = state.text.length - difference(this.text, state.text).end;
    this.#show({ text: state.text, start: caret, end: caret });
  }

  /** Put the caret at the start of a line (from 1), and show it. */
  go(line, column = 1, focus = true) {
    const lines = this.text.split("\n");
    const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
    this.#field.setSelectionRange(start, start);
    if (focus) this.focus();
    const scroll = this.#field.closest(".editor");
    const height = this.#height();
    const top = (line - 1) * height;
    if (top < scroll.scrollTop || top > scroll.scrollTop + scroll.clientHeight - 6 * height) {
      scroll.scrollTop = Math.max(0, top - 2 * height);
    }
    this.#moved();
  }

  /** What is wrong, line by line. */
  mark(problems) {
    this.#problems = problems;
    this.#draw();
    this.#explain();
  }

  // --- typing ---

  #typed(event) {
    const { value, selectionStart, selectionEnd } = this.#field;
    const flowing = event.inputType === "insertText" || event.inputType === "deleteContentBackward";
    this.#history.note({ text: value, start: selectionStart, end: selectionEnd }, flowing);
    this.#draw();
    this.onchange("typed");
    if (event.inputType === "insertText") this.#suggest(false);
    else this.#close();
  }

  #show({ text, start, end }) {
    this.#field.value = text;
    this.#field.setSelectionRange(start, end);
    this.#close();
    this.#draw();
    this.onchange("set");
  }

  #key(event) {
    const command = event.ctrlKey || event.metaKey;
    if (command && event.key.toLowerCase() === "z") {
      event.preventDefault();
      event.shiftKey ? this.redo() : this.undo();
    } else if (command && event.key.toLowerCase() === "y") {
      event.preventDefault();
      this.redo();
    } else if (command && event.key === " ") {
      event.preventDefault();
      this.#suggest(true);
    } else if (command && event.key === ".") {
      event.preventDefault();
      at("under").querySelector("button")?.click();
    } else if (!this.#menu.hidden && ["ArrowDown", "ArrowUp"].includes(event.key)) {
      event.preventDefault();
      this.#choose(this.#chosen + (event.key === "ArrowDown" ? 1 : -1));
    } else if (!this.#menu.hidden && ["Enter", "Tab"].includes(event.key)) {
      event.preventDefault();
      this.#accept(this.#chosen);
    } else if (event.key === "Escape" && !this.#menu.hidden) {
      event.preventDefault();
      this.#close();
    } else if (event.key === "Enter" && !command && !this.#field.readOnly) {
      event.preventDefault();
      this.#newLine();
    }
  }

  /** The next line begins where this one does, or further in below a key. */
  #newLine() {
    const line = this.text.slice(0, this.caret).split("\n").at(-1);
    const space = /^\s*/.exec(line)[0];
    const dash = /^\s*- +/.exec(line)?.[0].length ?? 0;
    const more = /:\s*$/.test(line) ? (dash ? " ".repeat(dash - space.length + 2) : "  ") : dash ? " ".repeat(dash - space.length) : "";
    this.#insert(`\n${space}${more}`, 0);
  }

  #insert(text, before) {
    const { value, selectionStart, selectionEnd } = this.#field;
    const start = selectionStart - before;
    this.#field.setRangeText(text, start, selectionEnd, "end");
    if (value !== this.text) {
      this.#history.note({ text: this.text, start: this.caret, end: this.caret }, false);
      this.#draw();
      this.onchange("typed");
    }
  }

  // --- suggestions ---

  #suggest(asked) {
    if (!this.book) return;
    const place = placeAt(this.text, this.caret);
    if (!asked && (!place.begun || place.what === "comment")) return this.#close();
    const begun = place.begun.toLowerCase();
    const fitting = this.book.options(place).filter((one) => one.text.toLowerCase().startsWith(begun));
    if (!fitting.length || (!asked && fitting.some((one) => one.text === place.begun))) return this.#close();
    this.#options = fitting.map((one) => ({ ...one, before: place.begun.length }));
    this.#menu.replaceChildren(
      ...this.#options.map((one, index) =>
        make("li", { role: "option", id: `option-${index}`, "data-at": index }, make("b", { text: one.text }), make("span", { text: one.about })),
      ),
    );
    const lines = this.text.slice(0, this.caret).split("\n");
    this.#menu.style.top = `${lines.length * this.#height()}px`;
    this.#menu.style.left = `${Math.max(0, lines.at(-1).length - place.begun.length)}ch`;
    this.#menu.hidden = false;
    this.#under.hidden = true;
    this.#choose(0);
  }

  #choose(index) {
    this.#chosen = (index + this.#options.length) % this.#options.length;
    for (const [number, item] of [...this.#menu.children].entries()) {
      item.setAttribute("aria-selected", String(number === this.#chosen));
    }
    this.#field.setAttribute("aria-activedescendant", `option-${this.#chosen}`);
    this.#menu.children[this.#chosen]?.scrollIntoView({ block: "nearest" });
  }

  #accept(index) {
    const one = this.#options[index];
    this.#close();
    if (one) this.#insert(one.insert, one.before);
  }

  #close() {
    this.#menu.hidden = true;
    this.#field.removeAttribute("aria-activedescendant");
    if (this.#under.hidden) this.#explain();
  }

  // --- drawing ---

  #height() {
    return parseFloat(getComputedStyle(this.#paint).lineHeight);
  }

  #draw() {
    const lines = this.text.split("\n");
    const wrong = new Map();
    for (const problem of this.#problems) {
      const here = wrong.get(problem.line) ?? [];
      wrong.set(problem.line, [...here, { ...problem, column: problem.column - 1 }]);
    }
    const html = lines.map((line, index) => paintLine(line, wrong.get(index + 1)));
    if (html.length !== this.#lines.length || html.some((line, index) => line !== this.#lines[index])) {
      this.#paint.innerHTML = `${html.join("\n")}\n`;
      this.#lines = html;
    }
    this.#gutter.replaceChildren(
      ...lines.map((_, index) => {
        const severity = wrong.get(index + 1)?.[0].severity ?? "";
        return make("span", { class: severity, text: index + 1 });
      }),
    );
    const widest = lines.reduce((most, line) => Math.max(most, line.length), 0);
    this.#field.style.height = `${(lines.length + 1) * this.#height()}px`;
    this.#field.style.width = `max(100%, ${widest + 4}ch)`;
  }

  #moved() {
    this.#explain();
    this.onmove();
  }

  /** What is wrong stands under the line that one is in, with a way to mend it. */
  #explain() {
    const line = this.line;
    const mine = this.#problems.filter((problem) => problem.line === line);
    this.#under.hidden = !mine.length || !this.#menu.hidden;
    if (this.#under.hidden) return;
    this.#under.style.top = `${line * this.#height()}px`;
    this.#under.replaceChildren(
      ...mine.slice(0, 3).map((problem) => {
        const fix = make("button", { type: "button", text: t("Fix it"), title: "Ctrl+.", onclick: () => this.onfix(problem) });
        return make(
          "div", { class: `found ${problem.severity}` },
          make("b", { text: problem.code }), make("span", { text: problem.message }),
          problem.hint ? make("em", { text: problem.hint }) : null, problem.fix && !this.#field.readOnly ? fix : null,
        );
      }),
    );
  }
}
