// The page: players, their hands, the cards to tap, and what it all comes to.
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const { words, lang } = data;
  const engine = Engine(data);
  window.scorer = engine;
  const KEY = "fantasy-realms-scorer";
  const byId = (id) => document.getElementById(id);
  const nameOf = (id) => engine.cards.get(id).name;
  const suitOf = (id) => data.suits.find((suit) => suit.id === id);
  const list = new Intl.ListFormat(lang, { type: "conjunction" });
  const signed = (points) => (points < 0 ? `−${-points}` : `${points}`);
  const say = (text, values) => text.replace(/\{(\w+)\}/g, (_, key) => values[key]);
  const make = (tag, attributes = {}, ...inside) => {
    const node = document.createElement(tag);
    for (const [key, value] of Object.entries(attributes)) {
      if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
      else if (value === true) node.setAttribute(key, "");
      else if (value !== false && value !== undefined) node.setAttribute(key, value);
    }
    node.append(...inside);
    return node;
  };
  const emblem = (suit) => {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("viewBox", "0 0 10 10");
    svg.setAttribute("aria-hidden", "true");
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    path.setAttribute("d", suit.path);
    svg.append(path);
    return svg;
  };

  // --- state -----------------------------------------------------------------------------------------------------
  const empty = (number) => ({ name: say(words.player, { number }), hand: [], choices: {} });
  let state = { players: [empty(1)], at: 0 };
  try {
    const kept = JSON.parse(localStorage.getItem(KEY));
    if (kept?.players?.every((one) => one.hand.every((id) => engine.cards.has(id)))) state = kept;
  } catch {
    // a browser that keeps nothing still scores
  }
  const keep = () => {
    try {
      localStorage.setItem(KEY, JSON.stringify(state));
    } catch {
      // as above
    }
  };
  const player = () => state.players[state.at];
  const results = new Map();
  const resultOf = (one) => {
    const key = JSON.stringify([one.hand, one.choices]);
    if (!results.has(key)) {
      const fixed = Object.fromEntries(Object.entries(one.choices).filter(([id]) => one.hand.includes(id)));
      results.set(key, one.hand.length ? engine.best(one.hand, fixed) : null);
    }
    return results.get(key);
  };
  const change = () => {
    keep();
    draw();
  };
  const toggle = (id) => {
    const one = player();
    if (one.hand.includes(id)) {
      one.hand = one.hand.filter((card) => card !== id);
      delete one.choices[id];
      for (const [card, made] of Object.entries(one.choices)) {
        const target = made?.card ?? made;
        const fromGame = engine.cards.get(card).choice.copy?.from === "game"; // such a card need not be in the hand
        if (target === id && !fromGame) delete one.choices[card];
      }
    } else if (one.hand.length < engine.most([...one.hand, id])) one.hand = [...one.hand, id];
    else byId("status").textContent = say(words.full, { number: engine.most(one.hand) });
    change();
  };

  // --- drawing ---------------------------------------------------------------------------------------------------
  const reasons = (card) => {
    const found = [];
    if (card.blankedBy.length) found.push(card.blankedBy[0] === card.card ? words.itself : say(words.blanked, { cards: list.format(card.blankedBy.map(nameOf)) }));
    else found.push(say(words.strength, { number: card.strength }));
    for (const one of card.cleared)
      found.push(one.word ? say(words.struck, { word: suitOf(one.word).name, card: nameOf(one.by) }) : say(words.cleared, { card: nameOf(one.by) }));
    for (const one of card.reasons)
      found.push(`${one.points > 0 ? "+" : "−"}${Math.abs(one.points)}${one.cards.length ? ` (${list.format(one.cards.map(nameOf))})` : ""}`);
    if (card.name !== card.card) found.unshift(say(words.counts, { name: nameOf(card.name), suit: suitOf(card.suit).name }));
    else if (card.suit !== engine.cards.get(card.card).suit) found.unshift(say(words.counts, { name: nameOf(card.card), suit: suitOf(card.suit).name }));
    return found;
  };
  const told = (made) => (made.card ? `${nameOf(made.card)} → ${suitOf(made.suit).name}` : nameOf(made));
  const choice = (id, result) => {
    const one = player();
    if (engine.kindOf(id) === "take-card") return make("small", { class: "note" }, words.taker);
    const every = engine.options(one.hand, id, [], false);
    const used = result.choices[id];
    const select = make("select", { id: `choice-${id}`, onchange: (event) => {
      const { value } = event.target;
      if (value === "best") delete one.choices[id];
      else one.choices[id] = value === "unused" ? null : JSON.parse(value);
      change();
    } });
    const now = id in one.choices ? (one.choices[id] === null ? "unused" : JSON.stringify(one.choices[id])) : "best";
    const proposal = id in one.choices ? words.best : say(words.proposed, { choice: used === undefined ? words.unused : told(used) });
    const rows = [["best", proposal], ["unused", words.unused], ...every.map((made) => [JSON.stringify(made), told(made)])];
    if (now !== "best" && !rows.some(([value]) => value === now)) rows.push([now, told(one.choices[id])]);
    for (const [value, text] of rows) select.append(make("option", { value, selected: value === now }, text));
    return make("label", { class: "choice" }, `${words.choice} `, select);
  };
  const draw = () => {
    const focused = document.activeElement?.id;
    const one = player(), result = resultOf(one);
    byId("players").replaceChildren(
      ...state.players.map((who, index) => {
        const sum = resultOf(who);
        return make("button", { type: "button", id: `player-${index}`, "aria-pressed": String(index === state.at), onclick: () => ((state.at = index), change()) },
          who.name, make("b", {}, ` ${sum ? signed(sum.total) : "–"}`));
      }),
      ...(state.players.length < 7 ? [make("button", { type: "button", id: "add", onclick: () => {
        state.players.push(empty(state.players.length + 1));
        state.at = state.players.length - 1;
        change();
      } }, words.add)] : []));
    byId("name").value = one.name;
    byId("remove").hidden = state.players.length < 2;
    byId("total").textContent = result ? signed(result.total) : "0";
    byId("base").textContent = say(words.base, { number: result ? result.base : 0 });
    byId("count").textContent = say(words.count, { number: one.hand.length, most: engine.most(one.hand) });
    byId("hand").replaceChildren(...(result ? result.cards : []).map((card) => {
      const suit = suitOf(engine.cards.get(card.card).suit);
      const row = make("li", { class: card.blankedBy.length ? "blanked" : "", style: `--suit: ${suit.colour}`, "data-card": card.card },
        make("span", { class: "points" }, signed(card.points)),
        make("span", { class: "what" }, make("b", {}, emblem(suit), ` ${nameOf(card.card)}`), make("small", {}, reasons(card).join(" · "))),
        make("button", { type: "button", class: "out", id: `out-${card.card}`, "aria-label": say(words.out, { card: nameOf(card.card) }), onclick: () => toggle(card.card) }, "×"));
      if (engine.kindOf(card.card)) row.querySelector(".what").append(choice(card.card, result));
      return row;
    }));
    drawCards();
    drawRanking();
    if (focused) byId(focused)?.focus();
  };
  const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const drawCards = () => {
    const wanted = fold(byId("search").value.trim());
    const elsewhere = new Set(state.players.flatMap((who, index) => (index === state.at ? [] : who.hand)));
    byId("cards").replaceChildren(...data.suits.map((suit) => {
      const found = data.cards.filter((card) => card.suit === suit.id && (!wanted || fold(`${card.name} ${suit.name} ${card.id}`).includes(wanted)));
      if (!found.length) return "";
      return make("section", { style: `--suit: ${suit.colour}`, "aria-label": suit.name },
        make("h3", {}, emblem(suit), ` ${suit.name}`),
        make("div", { class: "grid" }, ...found.map((card) =>
          make("button", { type: "button", id: `card-${card.id}`, title: card.text, disabled: elsewhere.has(card.id),
            "aria-pressed": String(player().hand.includes(card.id)), onclick: () => toggle(card.id) },
            make("b", {}, String(card.strength)), ` ${card.name}`))));
    }).filter(Boolean));
    if (!byId("cards").childElementCount) byId("cards").append(make("p", { class: "note" }, words.none));
  };
  const drawRanking = () => {
    const rows = state.players.map((who) => ({ who, result: resultOf(who) })).filter((row) => row.result);
    rows.sort((a, b) => b.result.total - a.result.total || a.result.base - b.result.base);
    byId("ranking").hidden = rows.length < 2;
    let place = 0;
    byId("places").replaceChildren(...rows.map((row, index) => {
      const before = rows[index - 1];
      const same = before && before.result.total === row.result.total && before.result.base === row.result.base;
      place = same ? place : index + 1;
      const tied = rows.some((other) => other !== row && other.result.total === row.result.total);
      return make("li", {}, make("b", {}, `${place}. ${row.who.name}`), ` ${signed(row.result.total)}`, ...(tied ? [make("small", {}, ` ${say(words.base, { number: row.result.base })}`)] : []));
    }));
    byId("tie").hidden = !rows.some((row, index) => index && rows[index - 1].result.total === row.result.total);
  };

  // --- the fixed parts -------------------------------------------------------------------------------------------
  byId("search").addEventListener("input", drawCards);
  byId("name").addEventListener("change", (event) => {
    player().name = event.target.value.trim() || say(words.player, { number: state.at + 1 });
    change();
  });
  byId("remove").addEventListener("click", () => {
    state.players.splice(state.at, 1);
    state.at = Math.max(0, state.at - 1);
    change();
  });
  byId("reset").addEventListener("click", () => {
    state = { players: state.players.map((who) => ({ ...who, hand: [], choices: {} })), at: 0 };
    change();
  });
  draw();
})();
