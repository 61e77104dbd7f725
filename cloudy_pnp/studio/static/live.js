// A page that looks again when somebody has saved something.

/** Call back after every save; what is drawn bit by bit is one save. */
export function onSave(look) {
  const stream = new EventSource("/events");
  let first = true;
  let timer = 0;
  stream.onmessage = (event) => {
    if (!JSON.parse(event.data).whole) return;
    if (!first) {
      clearTimeout(timer);
      timer = setTimeout(look, 60);
    }
    first = false;
  };
}
