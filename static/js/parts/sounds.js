// Chimes and vibration, and notifications where a browser has them (push.js): when a team is called, when time is
// up, when a break or play begins.
//
//   <button data-sounds hidden data-off="Sound off" data-on="Sound on" data-wake="Tap once for sound">
//   <p data-sounds-stays hidden>    shown while the screen is kept on; data-sounds-sleeps: while it isn't, with sound
//   <div data-cue="called 45">      what to play when it changes: a key of SOUNDS, and what the sound is about
//   <section data-waits>            a team waits for its table: the screen stays on, so that the phone can chime
//
// Off until somebody turns it on; the device remembers that. A browser plays sound only after a tap, so after a
// reload the button asks for one. The same button asks for notifications. All sounds are synthesized, without files.

import { recall, remember } from "../core/memory.js";
import { isKeptOn, keepAwakeFor, updateLock } from "./awake.js";
import { canTell, isTold, startTelling, stopTelling } from "./push.js";

const REMEMBERED = "uptown-sounds";
// A note is [pitch in Hz, start, length in seconds]. A trill is the turns per second of the pea in the whistle.
const SOUNDS = {
  called: {
    notes: [
      [659, 0, 0.35],
      [784, 0.2, 0.35],
      [988, 0.4, 0.6],
    ],
    buzz: [200, 100, 200, 100, 400],
  },
  whistle: {
    notes: [
      [2100, 0, 0.35],
      [2100, 0.5, 1.1],
    ],
    trill: 32,
    buzz: [400, 150, 900],
  },
  break: {
    notes: [
      [784, 0, 0.6],
      [587, 0.45, 0.9],
    ],
    buzz: [300, 150, 300],
  },
  play: {
    notes: [
      [587, 0, 0.45],
      [784, 0.35, 0.8],
    ],
    buzz: [300],
  },
  message: {
    notes: [
      [880, 0, 0.3],
      [880, 0.35, 0.3],
      [1175, 0.7, 0.7],
    ],
    buzz: [200, 100, 200],
  },
  pause: {
    notes: [
      [494, 0, 0.5],
      [494, 0.6, 0.8],
    ],
    buzz: [150, 100, 150],
  },
};

const Context = () => window.AudioContext ?? window.webkitAudioContext;

let button = null;
let isOn = false;
let audio = null;
let cues = [];

const isAwake = () => !Context() || audio?.state === "running";

function show() {
  const isPressed = isOn && (isTold() || !canTell());
  const state = !isPressed ? "off" : isAwake() ? "on" : "wake";
  const word = { off: canTell() ? "ask" : "off", on: isTold() ? "told" : "on", wake: "wake" }[state];
  button.hidden = false;
  button.setAttribute("aria-pressed", String(isPressed));
  button.dataset.state = state;
  button.querySelector("[data-sounds-word]").textContent = button.dataset[word];
  for (const note of document.querySelectorAll("[data-sounds-stays]")) note.hidden = !isKeptOn();
  for (const note of document.querySelectorAll("[data-sounds-sleeps]")) note.hidden = !isOn || isKeptOn() || isTold();
  for (const note of document.querySelectorAll("[data-sounds-told]")) note.hidden = !isOn || !isTold();
}

// --- sound ----------------------------------------------------------------------------------------

async function wake() {
  const Audio = Context();
  if (!isOn || !Audio) return;
  audio ??= new Audio();
  await audio.resume();
  show();
}

function playNote([pitch, from, length], trill) {
  const start = audio.currentTime + from;
  const tone = audio.createOscillator();
  const loudness = audio.createGain();
  tone.type = trill ? "square" : "sine";
  tone.frequency.value = pitch;
  loudness.gain.setValueAtTime(0.0001, start);
  loudness.gain.exponentialRampToValueAtTime(trill ? 0.18 : 0.5, start + 0.02);
  loudness.gain.exponentialRampToValueAtTime(0.0001, start + length);
  tone.connect(loudness).connect(audio.destination);
  if (trill) {
    const pea = audio.createOscillator();
    const sway = audio.createGain();
    pea.frequency.value = trill;
    sway.gain.value = pitch / 12;
    pea.connect(sway).connect(tone.frequency);
    pea.start(start);
    pea.stop(start + length);
  }
  tone.start(start);
  tone.stop(start + length);
}

function play(name) {
  const { notes, trill, buzz } = SOUNDS[name];
  navigator.vibrate?.(buzz);
  if (audio?.state === "running") for (const note of notes) playNote(note, trill);
}

const cuesNow = () => [...document.querySelectorAll("[data-cue]")].map((each) => each.dataset.cue);

function checkCue() {
  updateLock();
  const now = cuesNow();
  const fresh = now.filter((cue) => !cues.includes(cue)).map((cue) => cue.split(" ")[0]);
  cues = now;
  const name = fresh.find((each) => each in SOUNDS);
  if (isOn && name) play(name);
}

async function toggle() {
  if (isOn && !isAwake() && (isTold() || !canTell())) {
    wake();
    return;
  }
  const asks = canTell() && !isTold();
  isOn = asks || !isOn;
  remember(REMEMBERED, isOn);
  await wake();
  if (isOn) play("play"); // A sample: people hear whether the phone is muted.
  if (asks) await startTelling();
  else if (!isOn && isTold()) await stopTelling();
  show();
  updateLock();
}

export function startSounds() {
  button = document.querySelector("[data-sounds]");
  if (!button || (!Context() && !navigator.vibrate)) return;
  isOn = recall(REMEMBERED) === true;
  cues = cuesNow();
  button.addEventListener("click", toggle);
  keepAwakeFor(() => isOn && document.querySelector("[data-waits]") !== null, show);
  for (const tap of ["pointerup", "keyup"]) {
    document.addEventListener(tap, ({ target }) => !button.contains(target) && !isAwake() && wake());
  }
  new MutationObserver(checkCue).observe(document.body, { childList: true, subtree: true });
  show();
  updateLock();
}
