// Web push: a phone shows that its team's table is called, even while it sleeps. Needs a secure context (https), and on
// an iPhone a page that was added to the home screen. The service worker shows the notification (service_worker.js).
//
//   <form data-push="KEY" action="…">    the server's public key; what the browser's push service says goes into it

import { recall, remember } from "../core/memory.js";

const form = () => document.querySelector("form[data-push]");
const remembered = () => `uptown-push-${form().elements.entered_by.value}`;

let isRefused = false; // By the person, the browser, or its push service: then the open page still chimes.

export const canTell = () =>
  !isRefused &&
  form() !== null &&
  window.isSecureContext &&
  "serviceWorker" in navigator &&
  "PushManager" in window &&
  "Notification" in window &&
  Notification.permission !== "denied";

export const isTold = () => canTell() && Notification.permission === "granted" && recall(remembered()) !== null;

async function subscription() {
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: form().dataset.push };
  try {
    return await pushManager.subscribe(options);
  } catch (problem) {
    const old = await pushManager.getSubscription();
    if (problem.name !== "InvalidStateError" || !old) throw problem;
    await old.unsubscribe(); // It was made with another server's key.
    return pushManager.subscribe(options);
  }
}

async function post(values) {
  const data = new FormData(form());
  for (const [name, value] of Object.entries(values)) data.set(name, value ?? "");
  const headers = { "HX-Request": "true" };
  const response = await fetch(form().action, { method: "POST", body: data, headers });
  if (!response.ok) throw new Error(`${response.status}`);
}

async function tell() {
  const { endpoint, keys } = (await subscription()).toJSON();
  if (recall(remembered()) === endpoint) return;
  await post({ endpoint, user_key: keys.p256dh, auth: keys.auth, is_on: "on" });
  remember(remembered(), endpoint);
}

/** Ask for notifications, after a tap. Returns whether this phone shows them from now on. */
export async function startTelling() {
  try {
    if ((await Notification.requestPermission()) !== "granted") throw new Error("not granted");
    await tell();
  } catch {
    isRefused = true;
  }
  return isTold();
}

export async function stopTelling() {
  const endpoint = recall(remembered());
  remember(remembered(), null);
  await post({ endpoint }).catch(() => {});
}

/** Browsers renew a subscription now and then: the server gets the new one. */
export function startPush() {
  if (isTold()) tell().catch(() => {});
}
