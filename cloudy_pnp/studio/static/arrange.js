// Putting up a position: lay any card anywhere, take it away, choose castles, hands, spells and whose turn it is; then play.
import { ask, at, make } from "./common.js";
import { faceOf, small, spoken, table } from "./names.js";
import { FACINGS } from "./placing.js";
import { seatFields, seatsIn } from "./begin.js";
import { showPlayers } from "./parts.js";
import { t, ui } from "./words.js";

const TAKE = ""; // the tool that takes away

export class Arranger {
  #board;
  #why;
  #now = null;
  #past = [];
  #tool = TAKE;
  #facing = "n";
  #busy = false;
  onplay = () => {};
  onleave = () => {};

  constructor(board, why) {
    this.#board = board;
    this.#why = why;
  }

  get open() {
    return !at("arrange").hidden;
  }

  async start(from) {
    this.#past = [];
    this.#tool = null;
    await this.#ask({ start: from });
  }

  leave() {
    at("arrange").hidden = true;
    at("side").hidden = false;
    delete document.documentElement.dataset.arranging;
  }

  async #ask(what) {
    if (this.#busy) return;
    this.#busy = true;
    try {
      const next = await ask("POST", "/api/play/arrange", { ...what, lang: ui });
      if (what.act && this.#now) this.#past.push(this.#now);
      this.#why("");
      this.#show(next);
    } catch (error) {
      this.#why(error.message);
    } finally {
      this.#busy = false;
    }
  }

  #change = (act) => this.#ask({ start: { plan: this.#now.plan }, act });

  #show(next) {
    this.#now = next;
    table.view = { ...next, mover: next.players[0], seats: null, position: {}, outcome: null, moves: [], human: true };
    this.#tool ??= next.tools[0]?.id ?? TAKE;
    at("arrange").hidden = false;
    at("side").hidden = true;
    document.documentElement.dataset.arranging = String(this.#past.length);
    for (const id of ["zones", "piles", "finale"]) at(id).replaceChildren();
    at("finale").hidden = true;
    showPlayers(table.view);
    this.#board.show(next.board?.picture ? next.board : null);
    this.#mark();
    this.#form();
  }

  #mark() {
    this.#board.mark((name, kind) => {
      if (kind === "slot") return { label: `${t("Castle")} ${name.replace(",", " ")}: ${this.#now.slots[name]}` };
      const where = name.includes(",") ? name.split(",").map((part) => Number(part) + 1).join("·") : name;
      return { label: `${t("Field")} ${where}`, legal: false };
    });
  }

  spot(name, kind) {
    if (kind === "slot") this.#change({ slot: name });
    else if (this.#tool === TAKE) this.take(name);
    else this.#change({ lay: this.#tool, at: name, facing: this.#facing });
  }

  take(name) {
    this.#change({ take: name });
  }

  turn() {
    this.#facing = FACINGS[(FACINGS.indexOf(this.#facing) + 1) % 4];
    for (const image of at("palette")?.querySelectorAll("img") ?? []) image.className = `f-${this.#facing}`;
  }

  back() {
    const before = this.#past.pop();
    if (before) this.#show(before);
  }

  #form() {
    const { tools, turns, fields, notes, players } = this.#now;
    const home = at("arrange");
    const kept = seatsIn(home);
    const scrolled = at("palette")?.scrollTop ?? 0;
    const opened = new Set([...home.querySelectorAll("details[open]")].map((one) => one.dataset.group));
    const focused = document.activeElement?.dataset?.act;
    const choose = (id) => {
      this.#tool = id;
      for (const one of home.querySelectorAll("[data-tool]")) one.ariaPressed = String(one.dataset.tool === id);
    };
    const palette = tools.map(({ id, title, face }) => make("button", { type: "button", "data-tool": id, "aria-pressed": String(this.#tool === id), title: spoken(title), "aria-label": spoken(title), onclick: () => choose(id) }, faceOf(face ?? id) ? small(faceOf(face ?? id), { class: turns ? `f-${this.#facing}` : "" }) : make("span", { text: spoken(title) })));
    const row = [
      turns ? make("button", { type: "button", id: "turn-tool", text: `${t("Turn")} ⟳`, title: "R", onclick: () => this.turn() }) : null,
      tools.length ? make("button", { type: "button", "data-tool": TAKE, id: "take-away", "aria-pressed": String(this.#tool === TAKE), text: t("Remove"), title: "Del", onclick: () => choose(TAKE) }) : null,
      make("button", { type: "button", id: "arrange-back", disabled: !this.#past.length, text: t("Undo"), onclick: () => this.back() }),
      make("button", { type: "button", text: t("Empty the table"), onclick: () => this.#change({ clear: true }) }),
    ];
    const groups = new Map();
    for (const field of fields) groups.set(field.group, [...(groups.get(field.group) ?? []), this.#select(field)]);
    const forms = [...groups].map(([group, selects]) => (group ? make("details", { "data-group": group, open: opened.has(group) }, make("summary", { text: spoken(`{${group}}`) }), selects) : make("div", { class: "common" }, selects)));
    const seats = make("div", { class: "seats" }, seatFields(players.map((player) => spoken(`{${player}}`)), kept));
    const seed = make("label", { class: "field" }, make("span", { text: t("Deal no.") }), make("input", { id: "plan-seed", type: "number", min: 0, max: 999999999, value: at("plan-seed")?.value ?? 1 }));
    const play = () => this.onplay({ plan: this.#now.plan, seats: seatsIn(home), seed: Number(at("plan-seed").value) || 0 });
    home.replaceChildren(
      make("h2", { text: t("Set up a position") }),
      make("p", { class: "soft", text: t(turns ? "Choose a card, then a field. Delete or a right click takes the top card away; a click on a castle changes it." : tools.length ? "Choose a piece, then a field. Delete or a right click takes it away again." : "Choose who holds what; the rest is dealt.") }),
      ...(tools.length ? [make("div", { id: "palette", role: "group", "aria-label": t("Cards") }, palette)] : []),
      make("div", { class: "row" }, row.filter(Boolean)),
      ...notes.map((note) => make("p", { class: "note", text: note })),
      ...forms,
      make("h3", { text: t("Who plays") }),
      seats,
      seed,
      make("div", { class: "row go" }, make("button", { type: "button", class: "main", id: "play-plan", text: t("Play from here"), onclick: play }), make("button", { type: "button", id: "leave", text: t("Cancel"), onclick: () => this.onleave() })),
    );
    if (at("palette")) at("palette").scrollTop = scrolled;
    if (focused) home.querySelector(`[data-act='${focused}']`)?.focus();
  }

  #select({ label, act, value, options }) {
    const select = make("select", { "data-act": JSON.stringify(act), onchange: (event) => this.#change({ ...act, value: event.target.value }) }, options.map(([id, title]) => make("option", { value: id, text: spoken(title), selected: id === value })));
    return make("label", { class: "field" }, make("span", { text: spoken(label) }), select);
  }
}
