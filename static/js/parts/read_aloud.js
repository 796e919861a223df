// The device's own voice reads a list aloud.
//
//   <button data-read-aloud data-reads="Read aloud" data-stops="Stop reading" hidden>    shown where there is a voice
//   <ul data-spoken><li>…                                                    what is read, a line at a time

const voice = () => window.speechSynthesis;

function show() {
  for (const button of document.querySelectorAll("[data-read-aloud]")) {
    button.hidden = !voice();
    button.textContent = voice()?.speaking ? button.dataset.stops : button.dataset.reads;
  }
}

function press(event) {
  if (!event.target.closest("[data-read-aloud]")) return;
  if (voice().speaking) {
    voice().cancel();
    show();
    return;
  }
  for (const line of document.querySelectorAll("[data-spoken] li")) {
    const words = new SpeechSynthesisUtterance(line.textContent.replace(/\s+/g, " ").trim());
    words.lang = "en-US";
    words.rate = 0.9;
    words.onstart = show;
    words.onend = show;
    voice().speak(words);
  }
}

export function startReadingSheets() {
  if (!document.querySelector("[data-read-aloud]")) return;
  document.addEventListener("click", press);
  show();
}
