// The table: a game on the screen, for people and computer players, with every position to go back to.
import { ask, at, dialog, furnish, make, tell } from "./common.js";
import { Board } from "./board.js";
import { showZones } from "./zones.js";
import { t, ui } from "./words.js";

furnish("/play");
const PAUSE = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 450; // ms in which one can see what the computer did
const board = new Board(at("board"));
let offer = null;
let view = null;
let busy = false;
let timer = 0;

// --- asking the server ---------------------------------------------------------------------------------------

async function call(what, body) {
  if (busy) return;
  busy = true;
  clearTimeout(timer);
  try {
    show(await ask("POST", `/api/play/${what}`, body));
  } catch (error) {
    tell(error.message, "error");
  } finally {
    busy = false;
  }
}

const here = (more = {}) => ({ id: view.id, at: view.at, ...more });

function show(next) {
  view = { ...next, hurried: PAUSE === 0 };
  localStorage.match = JSON.stringify({ game: offer.game, id: view.id, at: view.at, seats: view.seats, seed: view.seed, numbers: view.numbers });
  at("turn").replaceChildren(...turnWords());
  at("why").textContent = "";
  board.show(view, offer.faces, play, why);
  at("zones").hidden = Boolean(view.board);
  at("hand").hidden = at("why").hidden = !view.board;
  showHand();
  showSpells();
  showOthers();
  if (!view.board) showZones(at("zones"), view, offer.faces, play);
  showTime();
  document.documentElement.dataset.match = view.id;
  document.documentElement.dataset.at = `${view.at}/${view.length}`;
  document.documentElement.dataset.over = view.outcome ? "yes" : "";
  if (!view.human && !view.outcome && view.at === view.length) timer = setTimeout(() => call("step", here()), PAUSE);
}

function turnWords() {
  const title = (name) => (view.board && offer.faces[name]?.title) || name;
  if (view.outcome) {
    const who = view.outcome.winners.map(title).join(", ");
    return [make("b", { text: who ? `${t("Won by")} ${who}` : t("Nobody wins") }), make("small", { text: ` ${view.outcome.by}` })];
  }
  const spell = view.position.casting;
  const what = view.human ? (spell ? `${t("casts")} ${title(spell)}` : t("it is your turn")) : t("is thinking …");
  return [make("b", { text: title(view.mover) }), `: ${what}`];
}

function play(index) {
  if (view.human) call("move", here({ move: index }));
}

async function why(entry) {
  const answer = await ask("POST", "/api/play/why", here({ entry }));
  at("why").textContent = answer.rule ? `${answer.rule}: ${answer.why}` : "";
}

// --- hand, spells, other moves -------------------------------------------------------------------------------

function face(id, properties = {}) {
  const known = offer.faces[id];
  if (!known) return make("span", { class: "blank", text: id ?? "?" });
  const picture = new Image(...known.size.map((length) => Math.round(length * 4)));
  picture.src = known.picture;
  picture.alt = known.title || id;
  for (const [key, value] of Object.entries(properties)) picture.setAttribute(key, value);
  return picture;
}

function showHand() {
  if (!view.board) return at("hand").replaceChildren();
  const { hands, choosing } = view.position;
  const mine = choosing?.length ? choosing : [hands?.[view.players.indexOf(view.mover)]].flat();
  const cards = view.human ? mine.filter(Boolean) : [];
  const chosen = board.choose(cards);
  at("hand").replaceChildren(
    ...cards.map((id) =>
      make("button", { type: "button", class: "held", "aria-pressed": String(id === chosen), "aria-label": `${t("In hand")}: ${offer.faces[id]?.title || id}`, onclick: () => { board.choose([id]); for (const other of at("hand").children) other.ariaPressed = String(other.dataset.id === id); }, "data-id": id }, face(id, { class: `f-${board.facing}` })),
    ),
  );
  const placing = view.human && view.moves.some((move) => move.entry.facing);
  at("acts").replaceChildren(
    ...(placing
      ? [
          make("button", { type: "button", id: "turn-card", text: `${t("Turn")} ⟳`, title: "R", onclick: () => board.turn() }),
          make("button", { type: "button", id: "place", class: "main", text: t("Place"), title: "Enter", disabled: true, onclick: () => board.place() }),
        ]
      : []),
  );
}

board.onfacing = (facing, legal) => {
  for (const picture of at("hand").querySelectorAll("img")) picture.className = `f-${facing}`;
  if (at("place")) at("place").disabled = !legal;
};

function showSpells() {
  const casts = view.moves.map((move, index) => ({ ...move, index })).filter((move) => move.entry.spell);
  const own = view.position.spells?.[view.players.indexOf(view.mover)] ?? [];
  at("spells").replaceChildren(
    ...own.map((id) => {
      const cast = casts.find((move) => move.entry.spell === id);
      const known = offer.faces[id];
      const act = () => (cast ? play(cast.index) : view.human && why({ spell: id }));
      return make("button", { type: "button", class: "spell", "aria-disabled": String(!cast), title: known?.says ?? "", onclick: act }, face(id), make("span", { text: known?.title ?? id }));
    }),
  );
}

function showOthers() {
  const others = view.moves.map((move, index) => ({ ...move, index })).filter(({ entry }) => !view.board || (!entry.spell && entry.at === undefined));
  at("list").replaceChildren(...others.map((move) => make("button", { type: "button", text: move.words, onclick: () => play(move.index) })));
}

// --- time ----------------------------------------------------------------------------------------------------

function showTime() {
  at("back").disabled = view.at === 0;
  at("forth").disabled = view.at === view.length;
  at("when").max = view.length;
  at("when").value = view.at;
  at("when").setAttribute("aria-valuetext", view.words[view.at - 1] ?? t("the beginning"));
  at("log").replaceChildren(...view.words.map((words, index) => make("li", { "aria-current": index === view.at - 1 ? "step" : null, text: words })));
  const now = at("log").children[view.at - 1];
  if (now) at("log").scrollTop = now.offsetTop - at("log").offsetTop - at("log").clientHeight / 2;
  at("take").href = `/api/play/record?id=${view.id}`;
}

/** Back or forth, over what the computer did, to where somebody decides. */
async function travel(by) {
  if (busy || !view) return;
  clearTimeout(timer);
  busy = true;
  try {
    let next = view;
    do next = await ask("POST", "/api/play/view", { id: view.id, at: next.at + by });
    while (!next.human && !next.outcome && next.at > 0 && next.at < next.length);
    show(next);
  } finally {
    busy = false;
  }
}

at("back").addEventListener("click", () => travel(-1));
at("forth").addEventListener("click", () => travel(1));
at("when").addEventListener("change", (event) => call("view", { id: view.id, at: Number(event.target.value) }));
document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, select, dialog")) return;
  if (event.key.toLowerCase() === "r") board.turn();
  else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") travel(event.shiftKey ? 1 : -1);
  else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "y") travel(1);
  else return;
  event.preventDefault();
});

// --- beginning, saving ---------------------------------------------------------------------------------------

function showSeats() {
  const many = Number(at("many").value);
  const before = [...at("seats").querySelectorAll("select")].map((select) => select.value);
  at("seats").replaceChildren(
    ...Array.from({ length: many }, (_, index) => {
      const now = before[index] ?? (index ? offer.computers.at(-1) : "human");
      const options = ["human", ...offer.computers].map((name) => make("option", { value: name, text: t(name), selected: name === now }));
      return make("label", { class: "field" }, make("span", { text: `${t("Seat")} ${index + 1}` }), make("select", {}, options));
    }),
  );
}

at("many").addEventListener("change", showSeats);
at("setup").addEventListener("submit", (event) => {
  event.preventDefault();
  const seats = [...at("seats").querySelectorAll("select")].map((select) => select.value);
  call("begin", { seats, seed: Number(at("seed").value) || 0 });
  at("seed").value = Math.floor(Math.random() * 100000);
});
at("load").addEventListener("click", () => at("records").value && call("load", { name: at("records").value }));
at("keep").addEventListener("click", async () => {
  const field = make("label", { class: "field" }, make("span", { text: t("Name") }), make("input", { name: "name", required: true, pattern: "[a-z0-9]+(-[a-z0-9]+)*", maxlength: 60, title: "a-z, 0-9, -" }));
  const answer = await dialog(t("Save the game"), [field], [["save", t("Save"), "main"], ["", t("Cancel")]]);
  if (!answer) return;
  try {
    const { file } = await ask("PUT", "/api/play/record", { id: view.id, name: answer.name });
    tell(`${t("Saved.")} cloudy-pnp replay ${file}`);
    await showOffer();
  } catch (error) {
    tell(error.message, "error");
  }
});

async function showOffer() {
  offer = { ...(await ask("GET", `/api/play?lang=${ui}`)), game: (await ask("GET", "/api/files")).game };
  at("many").replaceChildren(...offer.seats.map((many) => make("option", { value: many, text: many })));
  at("records").replaceChildren(...offer.records.map((name) => make("option", { value: name, text: name.split("/").slice(-2).join("/") })));
  at("load").hidden = at("records").hidden = !offer.records.length;
}

try {
  await showOffer();
  showSeats();
  const kept = JSON.parse(localStorage.match ?? "null");
  if (kept?.game === offer.game) {
    const again = await ask("POST", "/api/play/view", { id: kept.id, at: kept.at }).catch(() => ask("POST", "/api/play/begin", { seats: kept.seats, seed: kept.seed, moves: kept.numbers }).catch(() => null));
    if (again) show(again);
  }
  if (!view) await call("begin", { seats: ["human", ...Array(offer.seats[0] - 1).fill(offer.computers.at(-1))], seed: 1 });
} catch (error) {
  at("turn").textContent = error.message;
  at("setup").hidden = true;
}
document.documentElement.dataset.ready = "yes";
