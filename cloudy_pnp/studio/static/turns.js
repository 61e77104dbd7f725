// One question to the server at a time, in the order in which they were asked: no answer can overtake another.
import { ask } from "./common.js";

const PATIENCE = 1000; // ms between two tries when the server does not answer

let last = Promise.resolve();
let lost = false;
export const connection = { onchange: () => {} }; // called with whether the server answers

/** Do something when everything before it is done; resolves to its result. Inside of it, never wait for another turn. */
export function inTurn(work) {
  const mine = last.then(work);
  last = mine.catch(() => {});
  return mine;
}

/** Until everything is done that has its turn. */
export async function idle() {
  let before;
  do {
    before = last;
    await before;
  } while (before !== last);
}

/** Ask until the server answers; throws only what it says. */
export async function askSurely(...question) {
  for (;;) {
    try {
      const answer = await ask(...question);
      report(true);
      return answer;
    } catch (error) {
      report(Boolean(error.status));
      if (error.status) throw error;
      await new Promise((done) => setTimeout(done, PATIENCE));
    }
  }
}

function report(answers) {
  if (lost !== answers) return;
  lost = !answers;
  connection.onchange(answers);
}
