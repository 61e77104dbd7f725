// How games come to the table: dealt, from a scenario, from a record; and how they are kept.
import { ask, at, dialog, make, tell } from "./common.js";
import { titled } from "./explain.js";
import { nameOf, seatName, table } from "./names.js";
import { t, ui } from "./words.js";

/** Who sits where: one person against the strongest computer, unless somebody says otherwise. */
export function seatFields(names, before = [], roles = {}) {
  const kinds = ["human", ...table.offer.computers];
  const usual = table.offer.computers.includes("greedy") ? "greedy" : table.offer.computers.at(-1);
  const seats = names.map((name, index) => {
    const now = before[index] ?? (index ? usual : "human");
    return make("label", { class: "field" }, make("span", { text: name }), make("select", { name: `seat-${index}`, class: "seat" }, kinds.map((kind) => make("option", { value: kind, text: seatName(kind), selected: kind === now }))));
  });
  const among = Object.entries(table.offer.roles).map(([role, title]) => {
    const options = ["–", ...names].map((text, index) => make("option", { value: index - 1, text, selected: index - 1 === roles[role] }));
    return make("label", { class: "field" }, make("span", { text: titled(title) }), make("select", { name: role, class: "role" }, options));
  });
  return [...seats, ...among];
}

/** Whether cards are covered until the person whose turn it is has the screen; it stays as it was last time. */
export const hasCurtain = () => localStorage.curtain !== "no";

/** The choice of that, as long as at least two people sit in `seats`. */
function curtainField(seats) {
  const box = make("input", { type: "checkbox", id: "with-curtain", checked: hasCurtain(), onchange: () => { localStorage.curtain = box.checked ? "yes" : "no"; } });
  const field = make("label", { class: "check" }, box, make("span", { text: t("Cover the cards when the screen goes to another person") }));
  const fit = () => { field.hidden = seatsIn(seats).filter((seat) => seat === "human").length < 2; };
  seats.addEventListener("change", fit);
  new MutationObserver(fit).observe(seats, { childList: true });
  fit();
  return field;
}

export const seatsIn = (home) => [...home.querySelectorAll("select.seat")].map((select) => select.value);

/** The seats of those who begin or wait, where somebody has chosen any. */
const rolesIn = (home) => Object.fromEntries([...home.querySelectorAll("select.role")].map((select) => [select.name, Number(select.value)]).filter(([, seat]) => seat >= 0));

/** A new game: how many, who, and the number of the deal. */
export async function askForDeal() {
  const seats = make("div", { id: "seats" });
  const many = make("select", { id: "many", name: "many" }, table.offer.seats.map((count) => make("option", { value: count, text: count })));
  const fill = () => seats.replaceChildren(...seatFields(Array.from({ length: Number(many.value) }, (_, index) => `${t("Seat")} ${index + 1}`), seatsIn(seats), rolesIn(seats)));
  many.addEventListener("change", fill);
  fill();
  const seed = make("input", { id: "seed", name: "seed", type: "number", min: 0, max: 999999999, value: Math.floor(Math.random() * 100000) });
  const fields = [
    make("label", { class: "field" }, make("span", { text: t("Players") }), many),
    seats,
    curtainField(seats),
    make("label", { class: "field" }, make("span", { text: t("Deal no.") }), seed),
    make("p", { class: "soft", text: t("The same number deals the same cards again.") }),
  ];
  const answer = await dialog(t("A new game"), fields, [["deal", t("Deal"), "main"], ["", t("Cancel")]]);
  return answer && { seats: seatsIn(seats), roles: rolesIn(seats), seed: Number(answer.seed) || 0 };
}

/** A scenario of the project: its picture, and who plays from there. */
export async function askForScene() {
  const list = make("select", { id: "scene", size: 9, "aria-label": t("Scenarios") }, table.offer.scenarios.map((scene, index) => make("option", { value: index, text: scene.title })));
  const image = make("img", { alt: "", hidden: true });
  const ground = make("img", { alt: "", hidden: true });
  const seats = make("div", {});
  const problem = make("p", { class: "wrong", role: "alert" });
  let chosen = null;
  async function look() {
    const { file, document } = table.offer.scenarios[Number(list.value)];
    problem.textContent = "";
    try {
      chosen = await ask("POST", "api/play/scene", { file, document, lang: ui });
      image.hidden = !chosen.board?.picture;
      ground.hidden = !chosen.board?.ground;
      if (chosen.board?.picture) image.src = chosen.board.picture;
      if (chosen.board?.ground) ground.src = chosen.board.ground;
      const names = { ...chosen.tells.names };
      seats.replaceChildren(...seatFields(chosen.players.map((player) => names[player] ?? nameOf(player)), seatsIn(seats)));
    } catch (error) {
      chosen = null;
      problem.textContent = error.message;
    }
    list.closest("dialog").dataset.looked = list.value;
  }
  list.addEventListener("change", look);
  const seed = make("label", { class: "field" }, make("span", { text: t("Deal no.") }), make("input", { name: "seed", type: "number", min: 0, max: 999999999, value: 1 }));
  const inside = make("div", { class: "wide scene" }, list, make("div", {}, make("div", { class: "look" }, ground, image), problem, seats, curtainField(seats), seed));
  const asking = dialog(t("From a scenario"), [inside], [["play", t("Play from here"), "main"], ["", t("Cancel")]]);
  list.selectedIndex = 0;
  await look();
  const answer = await asking;
  return answer && chosen && { plan: chosen.plan, seats: seatsIn(seats), roles: rolesIn(seats), seed: Number(answer.seed) || 0 };
}

export async function askForRecord() {
  if (!table.offer.records.length) {
    tell(t("No game has been saved yet."));
    return null;
  }
  const list = make("select", { id: "records", name: "record", size: Math.min(9, table.offer.records.length + 1), "aria-label": t("Saved games") }, table.offer.records.map((name, index) => make("option", { value: name, text: name.split("/").slice(-2).join("/"), selected: index === 0 })));
  const answer = await dialog(t("Saved games"), [make("div", { class: "records" }, list)], [["open", t("Open"), "main"], ["", t("Cancel")]]);
  return answer?.record ?? null;
}

/** Write the record into the project. */
export async function keep() {
  const field = make("label", { class: "field" }, make("span", { text: t("Name") }), make("input", { name: "name", required: true, pattern: "[a-z0-9]+(-[a-z0-9]+)*", maxlength: 60, title: "a-z, 0-9, -" }));
  const answer = await dialog(t("Save the game"), [field], [["save", t("Save"), "main"], ["", t("Cancel")]]);
  if (!answer) return;
  try {
    const { file } = await ask("PUT", "api/play/record", { id: table.view.id, name: answer.name });
    const game = table.offer.game === "cloudy-kingdom" ? "" : ` --game ${table.offer.game}`;
    tell(`${t("Saved.")} cloudy-pnp replay${game} ${file}`);
    await loadOffer();
  } catch (error) {
    tell(error.message, "error");
  }
}

/** What there is; `wait` until all cards are drawn in this language. */
export async function loadOffer(wait = false) {
  const [offer, files] = await Promise.all([ask("GET", `api/play?lang=${ui}${wait ? "&wait=1" : ""}`), ask("GET", "api/files")]);
  table.offer = { ...offer, game: files.game, readOnly: files.readOnly };
  at("scenes").hidden = !table.offer.scenarios.length;
  at("keep").disabled = files.readOnly;
}
