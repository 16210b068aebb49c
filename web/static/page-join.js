// Choosing a seat, and entering the code by hand.

import { post } from "./post.js";

const answer = document.getElementById("answer");
const chairs = document.querySelector(".chairs");

document.getElementById("code-form")?.addEventListener("submit", (event) => {
  event.preventDefault();
  const code = document.getElementById("code").value.trim().toUpperCase();
  if (code) location.assign(`/j/${encodeURIComponent(code)}`);
});

chairs?.addEventListener("click", async (event) => {
  const chair = event.target.closest("[data-seat]");
  if (!chair) return;
  const body = { code: chairs.dataset.code, seat: Number(chair.dataset.seat) };
  const said = await post("/api/join", body);
  if (said.ok) location.assign("/seat");
  else answer.textContent = said.text;
});

if (location.pathname.startsWith("/j/") && !chairs && !document.getElementById("code-form")) {
  setTimeout(() => location.reload(), 4000);
}
