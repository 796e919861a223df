// Chimes and vibration: when a team is called, at the whistle, when a break or play begins.
//
//   <button data-sounds hidden data-off="Sound off" data-on="Sound on" data-wake="Tap once for sound">
//   <p data-sounds-stays hidden>    while the screen is kept on; data-sounds-sleeps: where the browser can't do that
//   <div data-cue="called 45">      what there is to hear now: a word, and what it is about
//   <section data-waits>            a team waits for its table: the screen of a phone that shall chime stays on
//
// Off until somebody asks for it; each device remembers. A browser lets a page sound only after a tap, so a page
// that was opened again waits for one, and says so. All of it is made here: there are no sound files.
"use strict";

(() => {
  const REMEMBERED = "uptown-sounds";
  // Notes: a pitch, when it begins, how long it lasts. A trill is how often a whistle's pea turns in a second.
  const SOUNDS = {
    called: { notes: [[659, 0, 0.35], [784, 0.2, 0.35], [988, 0.4, 0.6]], buzz: [200, 100, 200, 100, 400] },
    whistle: { notes: [[2100, 0, 0.35], [2100, 0.5, 1.1]], trill: 32, buzz: [400, 150, 900] },
    break: { notes: [[784, 0, 0.6], [587, 0.45, 0.9]], buzz: [300, 150, 300] },
    play: { notes: [[587, 0, 0.45], [784, 0.35, 0.8]], buzz: [300] },
    pause: { notes: [[494, 0, 0.5], [494, 0.6, 0.8]], buzz: [150, 100, 150] },
  };

  const button = document.querySelector("[data-sounds]");
  const Audio = window.AudioContext ?? window.webkitAudioContext;
  if (!button || (!Audio && !navigator.vibrate)) return;

  let isOn = memory.of(REMEMBERED) === true;
  let audio = null;

  const isAwake = () => !Audio || audio?.state === "running";

  const show = () => {
    const state = !isOn ? "off" : isAwake() ? "on" : "wake";
    button.hidden = false;
    button.setAttribute("aria-pressed", String(isOn));
    button.dataset.state = state;
    button.querySelector("[data-sounds-word]").textContent = button.dataset[state];
    for (const note of document.querySelectorAll("[data-sounds-stays]")) note.hidden = !lock;
    for (const note of document.querySelectorAll("[data-sounds-sleeps]")) note.hidden = !isOn || lock !== null;
  };

  // --- the screen --------------------------------------------------------------------------------

  // Under https only, and not with an empty battery. The browser lets go of it when the page is hidden.
  let lock = null;
  let isAsking = false;

  const keepScreenOn = async () => {
    const isWanted = isOn && !document.hidden && document.querySelector("[data-waits]") !== null;
    if (isAsking || !navigator.wakeLock || isWanted === (lock !== null)) return;
    isAsking = true;
    try {
      if (isWanted) {
        lock = await navigator.wakeLock.request("screen");
        lock.addEventListener("release", () => {
          lock = null;
          show();
        });
      } else await lock.release();
    } catch {
      // Then it sleeps, and the page says so.
    }
    isAsking = false;
    show();
  };

  const wake = async () => {
    if (!isOn || !Audio) return;
    audio ??= new Audio();
    await audio.resume();
    show();
  };

  const note = ([pitch, from, lasts], trill) => {
    const starts = audio.currentTime + from;
    const tone = audio.createOscillator();
    const loudness = audio.createGain();
    tone.type = trill ? "square" : "sine";
    tone.frequency.value = pitch;
    loudness.gain.setValueAtTime(0.0001, starts);
    loudness.gain.exponentialRampToValueAtTime(trill ? 0.18 : 0.5, starts + 0.02);
    loudness.gain.exponentialRampToValueAtTime(0.0001, starts + lasts);
    tone.connect(loudness).connect(audio.destination);
    if (trill) {
      const pea = audio.createOscillator();
      const sway = audio.createGain();
      pea.frequency.value = trill;
      sway.gain.value = pitch / 12;
      pea.connect(sway).connect(tone.frequency);
      pea.start(starts);
      pea.stop(starts + lasts);
    }
    tone.start(starts);
    tone.stop(starts + lasts);
  };

  const sound = (name) => {
    const { notes, trill, buzz } = SOUNDS[name];
    navigator.vibrate?.(buzz);
    if (audio?.state === "running") for (const each of notes) note(each, trill);
  };

  const cueNow = () => document.querySelector("[data-cue]")?.dataset.cue ?? "";
  let cue = cueNow();

  const listen = () => {
    keepScreenOn();
    const now = cueNow();
    if (now === cue) return;
    cue = now;
    const name = now.split(" ")[0];
    if (isOn && name in SOUNDS) sound(name);
  };

  button.addEventListener("click", async () => {
    if (isOn && !isAwake()) return wake();
    isOn = !isOn;
    memory.keep(REMEMBERED, isOn);
    await wake();
    if (isOn) sound("play"); // So that it is heard now whether the phone is silent.
    show();
    keepScreenOn();
  });
  document.addEventListener("visibilitychange", keepScreenOn);
  for (const tap of ["pointerup", "keyup"]) {
    document.addEventListener(tap, (event) => !button.contains(event.target) && !isAwake() && wake());
  }
  new MutationObserver(listen).observe(document.body, { childList: true, subtree: true });
  show();
  keepScreenOn();
})();
