// "Try it": a table in the middle of a game, at which one holds the card that is being edited, saved or not.
import { ask, at, tell } from "./common.js";
import { ui } from "./words.js";

let shown = "";
let kinds = null; // the kinds of cards that can be tried; unknown until somebody opens one

/** Offer it for the cards that the game can put into somebody's hand. */
export async function offerTry(card) {
  shown = card;
  kinds ??= await ask("GET", `api/play?lang=${ui}`).then((offer) => offer.tries, () => []);
  if (card === shown) at("try").hidden = !kinds.includes(card.split("/")[0]);
}

/** `what()` is the file, its text as it is typed, and the card. */
export function tryOn(what) {
  at("try").addEventListener("click", async () => {
    at("try").disabled = true;
    try {
      const match = await ask("POST", "api/play/try", { ...what(), lang: ui });
      location.assign(`play?match=${match.id}`);
    } catch (error) {
      tell(error.message, "error");
    } finally {
      at("try").disabled = false;
    }
  });
}
