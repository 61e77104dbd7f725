// The scorer: RES-0 to RES-7, driven by the card data. The same as rules/*.py; a test compares the two in a browser.
"use strict";
const Engine = (data) => {
  const HAND_SIZE = 7;
  const cards = new Map(data.cards.map((card) => [card.id, card]));
  const suits = data.suits.map((suit) => suit.id);
  const trueSuits = data.suits.filter((suit) => !suit.joker).map((suit) => suit.id);
  const kindOf = (id) => Object.keys(cards.get(id).choice ?? {})[0];
  const turnOf = (id) => {
    const { copy } = cards.get(id).choice;
    return copy ? (copy.from === "game" ? 2 : 1) : { "take-card": 0, "change-suit": 3, "clear-one": 4 }[kindOf(id)];
  };
  const deciding = data.cards.filter((card) => card.choice).map((card) => card.id).sort((a, b) => turnOf(a) - turnOf(b));

  // --- which cards are meant -------------------------------------------------------------------------------------
  const parts = (which) => (which === "all" ? [{}] : Array.isArray(which) ? which : [which]);
  const meansOne = (part, seat, by) => {
    if (part["except-suits"]?.includes(seat.suit) || part["except-cards"]?.includes(seat.name)) return false;
    if (part.other && seat.card === by) return false;
    if (!part.suits && !part.cards) return true;
    return Boolean(part.suits?.includes(seat.suit) || part.cards?.includes(seat.name));
  };
  const chosen = (seats, which, by) => seats.filter((seat) => parts(which).some((part) => meansOne(part, seat, by)));
  const tests = (when) => when["all-of"] ?? when["any-of"] ?? [when];
  const testHolds = (seats, test, by) =>
    "has" in test ? chosen(seats, test.has, by).length > 0 : chosen(seats, test.lacks, by).length === 0;
  const holds = (seats, when, by) => {
    const each = (test) => testHolds(seats, test, by);
    return when["any-of"] ? tests(when).some(each) : tests(when).every(each);
  };

  // --- RES-0 to RES-2: what is decided ---------------------------------------------------------------------------
  const seatOf = (id) => {
    const card = cards.get(id);
    const { suit, strength, bonus = [], clears = [], penalty = [] } = card;
    return { card: id, name: id, suit, strength, bonus, clears, penalty };
  };
  const takers = (hand) => hand.filter((id) => kindOf(id) === "take-card").length;
  const options = (seats, id, display, chaos) => {
    const choice = cards.get(id).choice;
    const hand = seats.map((seat) => seat.card);
    switch (kindOf(id)) {
      case "take-card":
        if (seats.length >= HAND_SIZE + takers(hand)) return [];
        return display.filter((card) => chaos || choice["take-card"].suits.includes(cards.get(card).suit));
      case "copy":
        return choice.copy.from === "hand"
          ? hand.filter((card) => card !== id)
          : data.cards.filter((card) => choice.copy.suits.includes(card.suit) && card.id !== id).map((card) => card.id);
      case "change-suit":
        return chosen(seats, choice["change-suit"], id).flatMap((seat) =>
          trueSuits.filter((suit) => suit !== seat.suit).map((suit) => ({ card: seat.card, suit })));
      default:
        return chosen(seats, choice["clear-one"], id).map((seat) => seat.card);
    }
  };
  const decided = (seats, id, made) => {
    const choice = cards.get(id).choice;
    switch (kindOf(id)) {
      case "take-card":
        return [...seats, seatOf(made)];
      case "copy": {
        const { from, takes } = choice.copy;
        const model = from === "hand" ? seats.find((seat) => seat.card === made) : seatOf(made);
        return seats.map((seat) => {
          if (seat.card !== id) return seat;
          const copy = { ...seat };
          for (const field of takes) copy[field] = model[field];
          return copy;
        });
      }
      case "change-suit":
        return seats.map((seat) => (seat.card === made.card ? { ...seat, suit: made.suit } : seat));
    }
    return seats;
  };

  // --- RES-3: clearing -------------------------------------------------------------------------------------------
  const whichWithout = (which, words) => {
    const left = parts(which).flatMap((part) => {
      if (!part.suits || !part.suits.some((suit) => words.has(suit))) return [part];
      const kept = part.suits.filter((suit) => !words.has(suit));
      if (!kept.length && !part.cards) return [];
      const { suits: _, ...rest } = part;
      return [kept.length ? { ...rest, suits: kept } : rest];
    });
    return left.length ? left : null;
  };
  const whenWithout = (when, words) => {
    const left = tests(when).flatMap((test) => {
      const [key] = Object.keys(test);
      const which = whichWithout(test[key], words);
      return which ? [{ [key]: which }] : [];
    });
    return left.length ? { [when["any-of"] ? "any-of" : "all-of"]: left } : null;
  };
  const clauseWithout = (clause, words) => {
    const [key] = Object.keys(clause);
    const body = clause[key];
    if (key === "once") {
      const when = whenWithout(body.when, words);
      return when && { once: { ...body, when } };
    }
    if (key === "per-card") {
      const of = whichWithout(body.of, words);
      const when = body.when ? whenWithout(body.when, words) : undefined;
      return of && Boolean(body.when) === Boolean(when) ? { "per-card": { ...body, of, when } } : null;
    }
    const which = whichWithout(body, words);
    return which && { [key]: which };
  };
  const clear = (seats, oneEach) => {
    const whole = new Map(), words = new Map(), told = new Map();
    const note = (map, card, item) => map.set(card, [...(map.get(card) ?? []), item]);
    for (const [by, target] of oneEach) note(whole, target, { by });
    for (const seat of seats)
      for (const effect of seat.clears) {
        if (effect["penalty-of"]) for (const hit of chosen(seats, effect["penalty-of"], seat.card)) note(whole, hit.card, { by: seat.card });
        else for (const hit of chosen(seats, effect.word.of, seat.card)) note(words, hit.card, { by: seat.card, word: effect.word.suit });
      }
    const left = seats.map((seat) => {
      if (!seat.penalty.length) return seat;
      if (whole.has(seat.card)) {
        told.set(seat.card, whole.get(seat.card));
        return { ...seat, penalty: [] };
      }
      if (!words.has(seat.card)) return seat;
      const struck = new Set(words.get(seat.card).map((item) => item.word));
      const penalty = seat.penalty.map((clause) => clauseWithout(clause, struck)).filter(Boolean);
      if (JSON.stringify(penalty.map(plain)) !== JSON.stringify(seat.penalty.map(plain))) told.set(seat.card, words.get(seat.card));
      return { ...seat, penalty };
    });
    return [left, told];
  };
  const plain = (clause) => {
    const [key] = Object.keys(clause);
    const body = clause[key];
    if (key === "once") return [key, body.points, tests(body.when).map((test) => Object.entries(test).map(([k, v]) => [k, parts(v)]))];
    if (key === "per-card") return [key, body.points, parts(body.of)];
    return [key, parts(body)];
  };

  // --- RES-4 and RES-5: blanking ---------------------------------------------------------------------------------
  const blankedByOthers = (seats) => {
    const open = new Map(), blanked = new Map();
    for (const seat of seats) {
      const hit = new Set(seat.penalty.filter((clause) => clause.blank).flatMap((clause) => chosen(seats, clause.blank, seat.card).map((other) => other.card)));
      if (hit.size) open.set(seat.card, hit);
    }
    const reached = (start) => {
      const seen = new Set(), waiting = [start];
      while (waiting.length) for (const card of open.get(waiting.pop()) ?? []) if (!seen.has(card)) seen.add(card), waiting.push(card);
      return seen;
    };
    while (open.size) {
      const aimed = new Set([...open.values()].flatMap((hit) => [...hit]));
      const safe = [...open.keys()].filter((card) => !aimed.has(card));
      const hits = new Map();
      if (safe.length) for (const card of safe) hits.set(card, open.get(card)), open.delete(card);
      else {
        const reach = new Map([...open.keys()].map((card) => [card, reached(card)]));
        for (const card of open.keys()) {
          if (!reach.get(card).has(card)) continue;
          const ring = [...open.keys()].filter((other) => reach.get(card).has(other) && reach.get(other).has(card));
          const outside = [...open.keys()].some((other) => !ring.includes(other) && ring.some((one) => open.get(other).has(one)));
          if (!outside) hits.set(card, new Set([...open.get(card)].filter((other) => ring.includes(other))));
        }
      }
      for (const [by, hit] of hits) for (const card of hit) blanked.set(card, new Set([...(blanked.get(card) ?? []), by]));
      for (const card of blanked.keys()) open.delete(card);
    }
    return blanked;
  };
  const blankedByThemselves = (active) => {
    let left = active;
    const without = (key, present) => {
      const gone = new Set(left.filter((seat) => seat.penalty.some((clause) => clause[key] && (chosen(left, clause[key], seat.card).length > 0) === present)).map((seat) => seat.card));
      left = left.filter((seat) => !gone.has(seat.card));
      return gone.size;
    };
    for (;;) {
      const before = left.length;
      while (without("blanked-unless", false));
      without("blanked-if", true);
      if (left.length === before) break;
    }
    return new Set(active.filter((seat) => !left.includes(seat)).map((seat) => seat.card));
  };

  // --- RES-6: points ---------------------------------------------------------------------------------------------
  const tierPoints = (tiers, count) => Math.max(0, ...tiers.filter((tier) => tier.cards <= count).map((tier) => tier.points));
  const award = (active, seat, effect) => {
    const body = effect["per-card"] ?? effect.once;
    if (body.when && !holds(active, body.when, seat.card)) return null;
    if (effect["per-card"]) {
      const found = chosen(active, body.of, seat.card);
      return [body.points * found.length, found];
    }
    const helping = tests(body.when).filter((test) => "has" in test).flatMap((test) => chosen(active, test.has, seat.card));
    return [body.points, [...new Set(helping)]];
  };
  // One card of each strength of the longest run.
  const longestRun = (seats) => {
    const strengths = [...new Set(seats.map((seat) => seat.strength))].sort((a, b) => a - b);
    let best = [], run = [];
    for (const strength of strengths) {
      run = run.at(-1) === strength - 1 ? [...run, strength] : [strength];
      if (run.length > best.length) best = run;
    }
    return best.map((strength) => seats.find((seat) => seat.strength === strength));
  };
  const bonusAwards = (active, seat, effect, longest) => {
    if (effect["per-card"] || effect.once) return [award(active, seat, effect)];
    if (effect["first-of"]) return [effect["first-of"].map((one) => award(active, seat, one)).find(Boolean)];
    if (effect.strengths?.sum) {
      const found = chosen(active, effect.strengths.sum, seat.card);
      return [[found.reduce((sum, card) => sum + card.strength, 0), found]];
    }
    if (effect.strengths) {
      const found = chosen(active, effect.strengths.highest, seat.card);
      if (!found.length) return [];
      const best = found.reduce((most, card) => (card.strength > most.strength ? card : most));
      return [[best.strength, [best]]];
    }
    if (effect.runs) {
      const awards = [];
      for (let left = active; left.length; ) {
        const run = longestRun(left);
        left = left.filter((card) => !run.includes(card));
        awards.push([tierPoints(effect.runs, run.length), run]);
      }
      return longest ? awards.slice(0, 1) : awards;
    }
    if (effect.sets)
      return [...new Set(active.map((card) => card.suit))].map((suit) => {
        const found = active.filter((card) => card.suit === suit);
        return [tierPoints(effect.sets, new Set(found.map((card) => card.name)).size), found];
      });
    return new Set(active.map((card) => card.suit)).size === active.length ? [[effect["suits-differ"], active]] : [];
  };
  const resolve = (decidedSeats, choices, longest = false) => {
    const oneEach = Object.entries(choices).filter(([card]) => kindOf(card) === "clear-one");
    const [seats, cleared] = clear(decidedSeats, oneEach);
    const byOthers = blankedByOthers(seats);
    const standing = seats.filter((seat) => !byOthers.has(seat.card));
    const byThemselves = blankedByThemselves(standing);
    const active = standing.filter((seat) => !byThemselves.has(seat.card));
    const scored = seats.map((seat) => {
      const told = { card: seat.card, name: seat.name, suit: seat.suit, strength: seat.strength, points: 0, reasons: [] };
      told.cleared = cleared.get(seat.card) ?? [];
      told.blankedBy = byOthers.has(seat.card) ? [...byOthers.get(seat.card)].sort() : byThemselves.has(seat.card) ? [seat.card] : [];
      if (told.blankedBy.length) return told;
      for (const effect of seat.bonus)
        for (const one of bonusAwards(active, seat, effect, longest))
          if (one && one[0]) told.reasons.push({ points: one[0], cards: one[1].map((card) => card.card) });
      for (const clause of seat.penalty)
        if (clause["per-card"] || clause.once) {
          const one = award(active, seat, clause);
          if (one && one[0]) told.reasons.push({ points: -one[0], cards: one[1].map((card) => card.card) });
        }
      told.points = seat.strength + told.reasons.reduce((sum, reason) => sum + reason.points, 0);
      return told;
    });
    const total = scored.reduce((sum, card) => sum + card.points, 0);
    const base = active.reduce((sum, seat) => sum + seat.strength, 0);
    return { total, base, cards: scored, choices };
  };
  const score = (hand, choices = {}, longest = false) => {
    let seats = hand.map(seatOf);
    for (const id of deciding) if (id in choices) seats = decided(seats, id, choices[id]);
    return resolve(seats, choices, longest);
  };

  // --- the best choices: everything that could matter is tried ---------------------------------------------------
  const asked = (() => {
    const known = new Map();
    const walk = (thing, found) => {
      if (Array.isArray(thing)) thing.forEach((part) => walk(part, found));
      else if (thing && typeof thing === "object")
        for (const [key, value] of Object.entries(thing)) {
          if (key === "cards" || key === "except-cards") Array.isArray(value) && value.forEach((name) => found.cards.add(name));
          else if (key === "suits" || key === "except-suits") Array.isArray(value) && value.forEach((name) => found.suits.add(name));
          else walk(value, found);
        }
    };
    for (const card of data.cards) {
      const found = { cards: new Set(), suits: new Set(), sets: (card.bonus ?? []).some((effect) => effect.sets) };
      const choice = { ...card.choice };
      delete choice.copy, delete choice["take-card"];
      const bonus = (card.bonus ?? []).filter((effect) => !effect.runs && !effect.sets);
      walk([bonus, card.clears, card.penalty, choice], found);
      known.set(card.id, found);
    }
    return (hand) => ({
      cards: new Set(hand.flatMap((id) => [...known.get(id).cards])),
      suits: new Set(hand.flatMap((id) => [...known.get(id).suits])),
      sets: hand.some((id) => known.get(id).sets),
    });
  })();
  const promising = (seats, id, every) => {
    const hand = seats.map((seat) => seat.card);
    switch (kindOf(id)) {
      case "copy": {
        if (cards.get(id).choice.copy.from === "hand") return every;
        const wanted = asked(hand).cards, held = new Set(seats.map((seat) => seat.name));
        const rivals = hand.filter((card) => kindOf(card) === "copy").length;
        const fresh = new Map();
        return every.filter((name) => {
          const suit = cards.get(name).suit;
          if (wanted.has(name)) return true;
          if (!held.has(name) && (fresh.get(suit) ?? 0) < rivals) return fresh.set(suit, (fresh.get(suit) ?? 0) + 1), true;
          return held.has(name) && !fresh.has(suit);
        });
      }
      case "change-suit": {
        const wanted = asked(hand), present = new Set(seats.map((seat) => seat.suit));
        let fresh = null;
        return every.filter((change) => {
          const matters = wanted.suits.has(change.suit) || (wanted.sets && present.has(change.suit));
          if (!matters && fresh !== null && fresh !== change.suit) return false;
          if (!matters && !present.has(change.suit)) fresh = change.suit;
          return true;
        });
      }
      case "clear-one": {
        const guilty = new Set(seats.filter((seat) => seat.penalty.length).map((seat) => seat.card));
        return every.filter((target) => guilty.has(target));
      }
    }
    return every;
  };
  // `fixed`: choices that stay; null leaves a card unused.
  const best = (hand, fixed = {}, display = [], chaos = false) => {
    let found = null;
    const walk = (seats, at, choices) => {
      if (at === deciding.length) {
        const one = resolve(seats, choices);
        if (!found || one.total > found.total || (one.total === found.total && one.base < found.base)) found = one;
        return;
      }
      const id = deciding[at];
      if (!seats.some((seat) => seat.card === id)) return walk(seats, at + 1, choices);
      const given = fixed[id];
      if (given === undefined || given === null) walk(seats, at + 1, choices);
      if (given === null) return;
      const tried = given !== undefined ? [given] : promising(seats, id, options(seats, id, display, chaos));
      for (const made of tried) walk(decided(seats, id, made), at + 1, { ...choices, [id]: made });
    };
    walk(hand.map(seatOf), 0, {});
    return found;
  };
  const most = (hand) => HAND_SIZE + takers(hand);
  return { score, best, options: (hand, id, display, chaos) => options(hand.map(seatOf), id, display, chaos), deciding, kindOf, cards, suits, trueSuits, most };
};
