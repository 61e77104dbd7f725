// The table: a game on the screen, for people and computer players, with every position to go back to.
import { askForDeal, askForRecord, askForScene, hasCurtain, keep, loadOffer } from "./begin.js";
import { Board } from "./board.js";
import { ask, at, furnish, make, tell } from "./common.js";
import { nameOf, picture, spoken, table } from "./names.js";
import { colourOf, showFinale, showLog, showPiles, showPlayers } from "./parts.js";
import { Picker } from "./picks.js";
import { askedFor, Placer } from "./placing.js";
import { t, ui } from "./words.js";
import { showZones } from "./zones.js";

furnish("play");
const PAUSE = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 450; // ms in which one can see what the computer did
const board = new Board(at("board"));
const placer = new Placer(board, play, why);
const picker = new Picker(board, play, why);
let view = null;
let busy = null; // until a question is answered
let timer = 0;

// --- asking the server ---------------------------------------------------------------------------------------

/** One question at a time. Whatever somebody asks for waits until the last one is answered; a move does not: it is about
 * the position that was there. */
async function alone(what, act) {
  while (busy) await busy;
  clearTimeout(timer);
  document.body.dataset.busy = what;
  let done;
  busy = new Promise((tell) => { done = tell; });
  try {
    show(await act());
    return true;
  } catch (error) {
    tell(error.message, "error");
    return false;
  } finally {
    busy = null;
    delete document.body.dataset.busy;
    done();
  }
}

async function call(what, body) {
  if (busy && ["move", "step"].includes(what)) return false;
  return alone(what, () => ask("POST", `api/play/${what}`, { ...body, lang: ui }));
}

const here = (more = {}) => ({ id: view.id, at: view.at, ...more });

function play(index) {
  if (view.human) call("move", here({ move: index }));
}

/** Why a move is not legal; nothing where it is. */
async function why(entry) {
  if (!entry) return refuse("");
  const answer = await ask("POST", "api/play/why", here({ entry, lang: ui }));
  refuse(answer.why, answer.rule);
}

function refuse(text, rule = "") {
  at("why").replaceChildren(...(text ? [spoken(text), ...(rule ? [" ", make("small", { text: rule })] : [])] : []));
  if (text) at("why").scrollIntoView({ block: "nearest" });
}

// --- showing -------------------------------------------------------------------------------------------------

const usesPicks = () => view.moves.some((move) => move.entry.picks) || view.tells.scores || view.tells.supply;

function show(next) {
  const before = view;
  view = table.view = next;
  localStorage.match = JSON.stringify({ game: table.offer.game, id: view.id, at: view.at, seats: view.seats, seed: view.seed, numbers: view.numbers, plan: view.plan, roles: view.roles });
  const passing = !view.human && !view.veiled && !view.outcome && view.at === view.length && PAUSE === 0;
  board.show(view.board, passing);
  refuse("");
  showPlayers(view);
  showPiles(view);
  showTurn();
  showCasting();
  showSpells();
  if (view.board && !usesPicks()) placer.show(view);
  else picker.show(view);
  showCurtain();
  at("zones").hidden = Boolean(view.board);
  showLog(view);
  showFinale(view, () => at("new").click());
  if (view.outcome && before?.id === view.id && !before.outcome) at("finale").scrollIntoView({ block: "nearest" });
  board.light(newRoutes(before));
  at("take").href = `api/play/record?id=${view.id}`;
  const root = document.documentElement.dataset;
  [root.match, root.at, root.over] = [view.id, `${view.at}/${view.length}`, view.outcome ? "yes" : ""];
  if (!view.human && !view.veiled && !view.outcome && view.at === view.length) timer = setTimeout(() => call("step", here()), PAUSE);
}

/** The same position, with pictures that have come meanwhile. */
function refresh() {
  showPlayers(view);
  showPiles(view);
  showCasting();
  showSpells();
  if (usesPicks()) picker.onchange();
  else for (const held of at("hand").children) held.firstChild.replaceWith(picture(held.dataset.id, { class: held.firstChild.className, alt: "" }));
}

picker.onchange = () => {
  const legal = picker.options("card");
  if (!view.board) {
    at("hand").replaceChildren();
    showZones(at("zones"), view, (id) => picker.pick("card", id), (id) => legal.has(id));
    if (!view.moves.some((move) => move.entry.picks)) listMoves();
    return;
  }
  const mine = view.position.hands?.[view.players.indexOf(view.mover)];
  at("hand").replaceChildren(...(view.human && Array.isArray(mine) ? picker.hand(mine.filter(Boolean)) : []));
};

/** A game that says nothing about its moves is played from their list. */
function listMoves() {
  at("list").replaceChildren(...view.moves.map((move, index) => make("button", { type: "button", text: spoken(move.words), onclick: () => play(index) })));
}

function showTurn() {
  const home = at("turn");
  home.style.setProperty("--hue", colourOf(view, view.mover));
  home.hidden = Boolean(view.outcome);
  const spell = view.position.casting;
  const what = view.veiled ? t("is next") : view.human ? (spell ? `${t("casts")} ${nameOf(spell)}` : t("it is your turn")) : t("is thinking…");
  home.replaceChildren(make("b", { text: nameOf(view.mover) }), make("span", { text: what }), ...(view.human && view.tells.task ? [make("p", { text: view.tells.task })] : []));
  home.dataset.human = view.human ? "yes" : "";
}

/** Between two people: what one holds is covered until the other has the screen. */
function showCurtain() {
  const home = at("curtain");
  home.hidden = !view.veiled;
  if (!view.veiled) return home.replaceChildren();
  const look = async () => {
    if (await call("look", here({ eyes: view.mover }))) at("hand").querySelector("button")?.focus();
  };
  const button = make("button", { type: "button", id: "unveil", class: "main", text: t("Show my cards"), onclick: look });
  home.style.setProperty("--hue", colourOf(view, view.mover));
  home.replaceChildren(make("p", {}, `${t("Pass the screen to:")} `, make("b", { text: nameOf(view.mover) })), button);
  button.focus({ preventScroll: true });
}

/** A spell step by step: its card, how far it is, and what it asks for now. */
function showCasting() {
  const spell = view.position.casting;
  const home = at("casting");
  home.hidden = !spell || Boolean(view.outcome);
  if (!spell) return home.replaceChildren();
  const asked = view.human ? askedFor(view.moves) : view.veiled ? "" : t("is thinking…");
  home.replaceChildren(picture(spell), make("div", {}, make("b", { text: nameOf(spell) }), make("p", { class: "asked", text: asked }), make("p", { class: "soft", text: t("Undo takes back the spell.") })));
}

function showSpells() {
  const casts = view.moves.map((move, index) => ({ ...move, index })).filter((move) => move.entry.spell);
  const own = view.position.casting ? [] : (view.position.spells?.[view.players.indexOf(view.mover)] ?? []);
  at("spells").replaceChildren(
    ...own.map((id) => {
      const cast = casts.find((move) => move.entry.spell === id);
      const act = () => (cast ? play(cast.index) : view.human && why({ spell: id }));
      return make("button", { type: "button", class: "spell", "data-spell": id, "aria-disabled": String(!cast), title: table.offer.faces[id]?.says ?? "", onclick: act }, picture(id, { alt: nameOf(id) }));
    }),
  );
}

/** The connections that were not there a moment ago. */
function newRoutes(before) {
  const routes = view.tells.routes ?? [];
  if (before?.id !== view.id || before.at >= view.at) return [];
  const known = new Set((before.tells.routes ?? []).map(({ family, axis }) => `${family} ${axis}`));
  const made = routes.filter(({ family, axis }) => !known.has(`${family} ${axis}`));
  if (made.length && !view.outcome) tell(`${made.map(({ family }) => nameOf(family)).join(", ")}: ${t("connected!")}`);
  return made.map((route) => ({ ...route, colour: colourOf(view, route.family) }));
}

// --- time ----------------------------------------------------------------------------------------------------

/** Back or forth, over what the computer did, to where somebody decides. */
async function travel(by) {
  if (!view) return;
  await alone("view", async () => {
    let next = view;
    do next = await ask("POST", "api/play/view", { id: view.id, at: next.at + by, lang: ui });
    while (!next.human && !next.veiled && !next.outcome && next.at > 0 && next.at < next.length);
    return next;
  });
}

at("back").addEventListener("click", () => travel(-1));
at("forth").addEventListener("click", () => travel(1));
at("when").addEventListener("change", (event) => call("view", { id: view.id, at: Number(event.target.value) }));
document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, select, dialog, summary")) return;
  const command = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  if (key === "r" && !command) placer.turn();
  else if (key === "escape") (usesPicks() ? picker : placer).cancel();
  else if (command && key === "z") travel(event.shiftKey ? 1 : -1);
  else if (command && key === "y") travel(1);
  else return;
  event.preventDefault();
});

board.onspot = (name) => {
  if (usesPicks()) picker.pick("spot", name);
  else placer.spot(name);
};

// --- beginning, saving ---------------------------------------------------------------------------------------

async function begin(what) {
  if (await call("begin", { ...what, curtain: hasCurtain() })) scrollTo({ top: 0 });
}

at("new").addEventListener("click", async () => {
  const asked = await askForDeal();
  if (asked) begin(asked);
});
at("scenes").addEventListener("click", async () => {
  const asked = await askForScene();
  if (asked) begin(asked);
});
at("open").addEventListener("click", async () => {
  await loadOffer().catch(() => {}); // a game may have been saved a moment ago, here or in another tab
  const name = await askForRecord();
  if (name) call("load", { name });
});
at("keep").addEventListener("click", () => view && keep());

try {
  await loadOffer();
  const wish = new URLSearchParams(location.search).get("match");
  const kept = JSON.parse(localStorage.match ?? "null");
  if (wish) await call("view", { id: wish, at: 0 });
  else if (kept?.game === table.offer.game) {
    const again = await ask("POST", "api/play/view", { id: kept.id, at: kept.at, lang: ui }).catch(() => ask("POST", "api/play/begin", { seats: kept.seats, seed: kept.seed, moves: kept.numbers, plan: kept.plan, roles: kept.roles ?? {}, curtain: hasCurtain(), lang: ui }).catch(() => null));
    if (again) show(again);
  }
  if (wish) history.replaceState(null, "", "play");
  const usual = table.offer.computers.includes("greedy") ? "greedy" : "random";
  if (!view) await call("begin", { seats: ["human", ...Array(table.offer.seats[0] - 1).fill(usual)], seed: 1 });
} catch (error) {
  at("turn").textContent = error.message;
  at("bar").hidden = true;
}
document.documentElement.dataset.ready = "yes";
await loadOffer(true).catch(() => {});
if (view && !busy && !document.querySelector("dialog")) refresh();
document.documentElement.dataset.whole = "yes";
