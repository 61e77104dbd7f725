// A page that hears of saves.

/** A stream of the server for as long as somebody can see the page: a browser has only six connections to a server, for
 * all tabs together. Every time that it is opened it begins anew; returns how to end it. */
export function streamed(address, { onopen = () => {}, onmessage, onerror = () => {} }) {
  let stream = null;
  let ended = false;
  const open = () => {
    stream?.close();
    if (ended || document.hidden) return;
    const mine = (stream = new EventSource(address));
    mine.onopen = onopen;
    mine.onmessage = (event) => onmessage(JSON.parse(event.data));
    mine.onerror = () => {
      onerror();
      if (mine.readyState === EventSource.CLOSED) setTimeout(() => mine === stream && open(), 1000);
    };
  };
  document.addEventListener("visibilitychange", open);
  open();
  return () => {
    ended = true;
    open();
    document.removeEventListener("visibilitychange", open);
  };
}

/** Look now, and again after every save; once at a time, and the last save always gets its look. */
export function onSave(look) {
  let looking = null;
  let again = false;
  const begin = async () => {
    if (looking) {
      again = true;
      return;
    }
    do {
      again = false;
      looking = look();
      await looking.catch((error) => console.error(error));
    } while (again);
    looking = null;
  };
  streamed("saves", { onmessage: begin });
}
