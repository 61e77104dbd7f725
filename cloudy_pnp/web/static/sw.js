// What the studio's pages ask for goes to Python, in the shell's worker; the site's own files come from the network.
const BASE = new URL("./", self.location.href).pathname;
const OWN = /^(|index\.html|shell\.(js|css)|sw\.js|worker\.js|words\.json|static\/.*|parts-.*)$/;
const NEW_TAB = /^(output|parcel|proof|proof-page|picture|sheet|icons)\b/; // a file that Python made, in a tab of its own
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const path = url.pathname.slice(BASE.length);
  if (url.origin !== location.origin || !url.pathname.startsWith(BASE)) return;
  if (request.destination !== "iframe" && OWN.test(path)) return; // the network
  if (request.mode !== "navigate" || request.destination === "iframe" || NEW_TAB.test(path)) event.respondWith(forward(request, path, url.search));
  else event.respondWith(Response.redirect(`${BASE}#/${path}${url.search}`)); // a page of the studio, without its shell
});

/** Ask every tab with a shell: the one that has the studio answers. */
async function forward(request, path, query) {
  const body = ["GET", "HEAD"].includes(request.method) ? null : await request.arrayBuffer();
  const all = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const shells = all.filter(({ frameType, url }) => frameType === "top-level" && /^(|index\.html)$/.test(new URL(url).pathname.slice(BASE.length)));
  if (!shells.length) return new Response("The studio is not open.", { status: 503, headers: { "content-type": "text/plain" } });
  return new Promise((answer) => {
    let stream;
    const ports = [];
    const gone = () => { for (const port of ports) port.postMessage("gone"); };
    const parts = new ReadableStream({ start: (controller) => { stream = controller; }, cancel: gone });
    const hear = ({ data }) => {
      if (data.status) answer(new Response([204, 205, 304].includes(data.status) ? null : parts, data));
      else if (data.chunk) stream.enqueue(data.chunk);
      else {
        answer(Response.error()); // does nothing after an answer
        try { if (data.lost) stream.error(new Error("Python was restarted")); else stream.close(); } catch { /* the page has gone */ }
      }
    };
    for (const shell of shells) {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = hear;
      ports.push(port1);
      shell.postMessage({ method: request.method, path: `/${path}`, query: query.slice(1), headers: [...request.headers], body }, [port2]);
    }
  });
}
