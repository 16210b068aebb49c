// Sends JSON to the kit and shows its refusals.

/** Post a body; returns the kit's answer, also a refusal, as `{ok, status, ...}`. */
export async function post(path, body, options = {}) {
  try {
    const answer = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      ...options,
    });
    return { ...(await answer.json()), ok: answer.ok, status: answer.status };
  } catch {
    return { ok: false, status: 0, text: "The kit does not answer. Is this phone on its network?" };
  }
}

let hiding = 0;

/** Show a line for a while: what was refused, and why. */
export function toast(text, kind = "refused") {
  const place = document.getElementById("toast") ?? document.getElementById("answer");
  if (!place || !text) return;
  place.textContent = text;
  place.dataset.kind = kind;
  place.hidden = false;
  if (place.id !== "toast") return;
  clearTimeout(hiding);
  hiding = setTimeout(() => { place.hidden = true; }, 6000);
}

/** Post, and tell the person if it was refused. */
export async function tell(path, body, options) {
  const answer = await post(path, body, options);
  if (!answer.ok) toast(answer.allowed ? `${answer.text} Allowed: ${JSON.stringify(answer.allowed)}.` : answer.text);
  return answer;
}
