// The desk's camera reads the codes of teams, one after the other, under https.
//
//   <form data-scan="…/decode.js">                for browsers that can't read codes by themselves
//     <input data-scan-code>                      what was read; the form is sent
//     <button data-scan-start hidden>             shown where the browser lets a page use a camera
//     <video data-scan-video hidden>
//     <p data-scan-said data-aloud>               that it isn't allowed, and what to do

const AGAIN_AFTER = 4000; // Milliseconds until the same code is read again.
const LOOKS_EVERY = 250;

// iPhones, Windows and Linux have none: a decoder with the same interface is fetched at the first press.
async function detectorFor(form) {
  const formats = "BarcodeDetector" in globalThis ? await BarcodeDetector.getSupportedFormats() : [];
  const isThere = formats.includes("qr_code");
  const Detector = isThere ? BarcodeDetector : (await import(form.dataset.scan)).BarcodeDetector;
  return new Detector({ formats: ["qr_code"] });
}

async function scan(form) {
  const video = form.querySelector("[data-scan-video]");
  const said = form.querySelector("[data-scan-said]");
  const code = form.querySelector("[data-scan-code]");
  const detector = await detectorFor(form);
  try {
    video.srcObject = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
  } catch {
    said.textContent = "The camera isn’t allowed. Allow it in the browser, or type the number.";
    return;
  }
  video.hidden = false;
  await video.play();
  let last = { value: "", at: 0 };
  const looks = setInterval(async () => {
    if (!form.isConnected) {
      clearInterval(looks);
      for (const track of video.srcObject.getTracks()) track.stop();
      return;
    }
    const [found] = await detector.detect(video).catch(() => []);
    if (!found || (found.rawValue === last.value && Date.now() - last.at < AGAIN_AFTER)) return;
    last = { value: found.rawValue, at: Date.now() };
    const typed = code.value;
    code.value = found.rawValue;
    form.requestSubmit();
    code.value = typed;
  }, LOOKS_EVERY);
}

export function startScanning() {
  const form = document.querySelector("[data-scan]");
  if (!form) return;
  if (!navigator.mediaDevices) return;
  const start = form.querySelector("[data-scan-start]");
  start.hidden = false;
  start.addEventListener("click", () => {
    start.hidden = true;
    scan(form);
  });
}
