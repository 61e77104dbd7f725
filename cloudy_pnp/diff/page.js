const cards = [...document.querySelectorAll("article")];
const body = document.body;
let at = -1;
const toggle = (button, name) => {
  button.setAttribute("aria-pressed", String(body.classList.toggle(name)));
};
const go = (step) => {
  if (!cards.length) return;
  at = Math.min(Math.max(at + step, 0), cards.length - 1);
  cards[at].focus();
  cards[at].scrollIntoView({ block: "start" });
};
const buttons = Object.fromEntries([...document.querySelectorAll("button")].map((button) => [button.dataset.key, button]));
const actions = {
  s: () => toggle(buttons.s, "slide"),
  o: () => toggle(buttons.o, "plain"),
  j: () => go(1),
  k: () => go(-1),
};
for (const [key, button] of Object.entries(buttons)) button.addEventListener("click", () => actions[key]());
for (const [number, card] of cards.entries()) card.addEventListener("focusin", () => { at = number; });
for (const range of document.querySelectorAll("input[type=range]")) {
  range.addEventListener("input", () => range.previousElementSibling.style.setProperty("--cut", `${range.value}%`));
}
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const action = actions[event.key];
  if (action) { action(); event.preventDefault(); }
});
