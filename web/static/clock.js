// Knows the server's monotonic clock: of ten probes the one with the shortest way tells it best.

const PROBES = 10;
const AGAIN_MS = 45_000;
let speed = 1; // the server's clock may run faster than ours: a kit for the impatient
let offset = null; // server - speed * performance.now(), ms

async function probe() {
  const sent = performance.now();
  const answer = await fetch("/api/now", { cache: "no-store" });
  const told = await answer.json();
  speed = told.speed ?? 1;
  const received = performance.now();
  return { trip: received - sent, offset: told.now_ms - (speed * (sent + received)) / 2 };
}

/** Measure the offset anew; keeps the old one when the kit cannot be reached. */
export async function syncClock() {
  const probes = [];
  for (let i = 0; i < PROBES; i += 1) {
    try {
      probes.push(await probe());
    } catch {
      break;
    }
  }
  if (probes.length) offset = probes.reduce((a, b) => (b.trip < a.trip ? b : a)).offset;
}

/** Take a first guess from a frame's stamp until a probe has measured the way. */
export function guessClock(serverMs) {
  if (offset === null && typeof serverMs === "number") offset = serverMs - speed * performance.now();
}

/** Return the server's monotonic milliseconds now, or null while unknown. */
export function serverNow() {
  return offset === null ? null : speed * performance.now() + offset;
}

/** Return how long a span of the server's milliseconds takes here. */
export function hereMs(serverMs) {
  return serverMs / speed;
}

/** Keep the clock measured while the page is seen. */
export function keepClock() {
  syncClock();
  setInterval(() => document.hidden || syncClock(), AGAIN_MS);
  document.addEventListener("visibilitychange", () => document.hidden || syncClock());
}
