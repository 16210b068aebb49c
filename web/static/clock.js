// Knows the server's monotonic clock: of ten probes the one with the shortest way tells it best.

const PROBES = 10;
const AGAIN_MS = 45_000;
let offset = null; // server - performance.now(), ms

async function probe() {
  const sent = performance.now();
  const answer = await fetch("/api/now", { cache: "no-store" });
  const { now_ms: server } = await answer.json();
  const received = performance.now();
  return { trip: received - sent, offset: server - (sent + received) / 2 };
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
  if (offset === null && typeof serverMs === "number") offset = serverMs - performance.now();
}

/** Return the server's monotonic milliseconds now, or null while unknown. */
export function serverNow() {
  return offset === null ? null : performance.now() + offset;
}

/** Keep the clock measured while the page is seen. */
export function keepClock() {
  syncClock();
  setInterval(() => document.hidden || syncClock(), AGAIN_MS);
  document.addEventListener("visibilitychange", () => document.hidden || syncClock());
}
