// Logs the host in. Small, so that it is there at once: until then the form cannot be sent.

import { post, toast } from "./post.js";

const form = document.getElementById("login");

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const said = await post("/api/login", { pin: document.getElementById("pin").value });
  if (said.ok) location.reload();
  else toast(said.text);
});
form.querySelector("button").disabled = false;
