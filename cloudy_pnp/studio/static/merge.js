// Two people change one text: what each of them has changed, and where they meet.
const MOST = 500; // lines that are searched for; where more differ, all of them are one change

const linesOf = (text) => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/** Where two texts, or two lists, differ: how much is the same at the beginning and at the end. */
export function difference(one, other) {
  const most = Math.min(one.length, other.length);
  let start = 0;
  while (start < most && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < most - start && one[one.length - 1 - end] === other[other.length - 1 - end]) end += 1;
  return { start, end };
}

/** The changes that turn lines into other lines, in order. */
function changes(one, other) {
  const { start, end } = difference(one, other);
  const [before, after] = [one.slice(start, one.length - end), other.slice(start, other.length - end)];
  const found = [];
  let [x, y] = [0, 0];
  for (const run of [...runs(before, after), { x: before.length, y: after.length, length: 0 }]) {
    if (run.x > x || run.y > y) found.push({ from: start + x, to: start + run.x, lines: after.slice(y, run.y) });
    [x, y] = [run.x + run.length, run.y + run.length];
  }
  return found;
}

/** The runs of lines that both have, with as few changes between them as possible (Myers 1986). */
function runs(one, other) {
  const best = new Map([[1, { x: 0, last: null }]]); // by diagonal: how far one gets
  for (let count = 0; count <= MOST; count += 1) {
    for (let line = -count; line <= count; line += 2) {
      const down = line === -count || (line !== count && best.get(line - 1).x < best.get(line + 1).x);
      const from = best.get(down ? line + 1 : line - 1);
      const begin = down ? from.x : from.x + 1;
      let x = begin;
      while (x < one.length && x - line < other.length && one[x] === other[x - line]) x += 1;
      const last = x > begin ? { x: begin, y: begin - line, length: x - begin, before: from.last } : from.last;
      best.set(line, { x, last });
      if (x < one.length || x - line < other.length) continue;
      const all = [];
      for (let run = last; run; run = run.before) all.unshift(run);
      return all;
    }
  }
  return [];
}

/** A text with the one change of each of two others; null if not even `between` is between them. */
function apart(base, mine, theirs, between) {
  if (mine === base || mine === theirs) return theirs;
  if (theirs === base) return mine;
  const sides = [mine, theirs].map((text) => ({ text, ...difference(base, text) }));
  const [first, second] = sides.sort((one, other) => one.start - other.start);
  const end = base.length - first.end;
  if (end >= second.start || !base.slice(end, second.start).includes(between)) return null;
  return first.text.slice(0, first.text.length - base.length + second.start) + second.text.slice(second.start);
}

/** The parts of a text with the changes of two others; where both change the same place, the part is {mine, theirs}. */
export function parts(base, mine, theirs, between = "\n") {
  const lines = linesOf(base);
  const sides = [mine, theirs].map((text) => changes(lines, linesOf(text)));
  const all = [];
  let done = 0;
  while (sides.flat().length) {
    const from = Math.min(...sides.map(([next]) => next?.from ?? Infinity));
    const here = [[], []];
    let to = from;
    for (let side; (side = sides.findIndex(([next]) => next?.from <= to)) >= 0; ) {
      here[side].unshift(sides[side][0]);
      to = Math.max(to, sides[side].shift().to);
    }
    const [left, right] = here.map((own) => own.reduce((all, change) => all.toSpliced(change.from - from, change.to - change.from, ...change.lines), lines.slice(from, to)).join(""));
    all.push(lines.slice(done, from).join(""), apart(lines.slice(from, to).join(""), left, right, between) ?? { mine: left, theirs: right });
    done = to;
  }
  return [...all, lines.slice(done).join("")];
}

/** A text with the changes of two others; null where both change the same line, or what else nothing is between. */
export function merged(base, mine, theirs, between = "\n") {
  const whole = apart(base, mine, theirs, between);
  if (whole !== null) return whole;
  const all = parts(base, mine, theirs, between);
  return all.every((part) => typeof part === "string") ? all.join("") : null;
}

/** Where a place of a text is in another text. */
export function moved(text, other, place) {
  const marked = `${text.slice(0, place)}\0${text.slice(place)}`;
  return Math.min(other.length, parts(text, marked, other, "").map((part) => part.mine ?? part).join("").indexOf("\0"));
}
