// The desk's camera reads the codes of teams, one after the other, where the browser can (BarcodeDetector, https).
//
//   <form data-scan>
//     <input data-scan-code>                      what was read; the form is sent
//     <button data-scan-start hidden>             shown where there is a camera that reads codes
//     <video data-scan-video hidden>
//     <p data-scan-said data-aloud>               that it can't, and what to do

const CANNOT = "This browser can’t read codes with its camera. Type the number, or look for the name.";
const AGAIN_AFTER = 4000; // Milliseconds until the same code is read again.
const LOOKS_EVERY = 250;

async function canRead() {
  if (!("BarcodeDetector" in globalThis) || !navigator.mediaDevices) return false;
  return (await BarcodeDetector.getSupportedFormats()).includes("qr_code");
}

async function scan(form) {
  const video = form.querySelector("[data-scan-video]");
  const said = form.querySelector("[data-scan-said]");
  const code = form.querySelector("[data-scan-code]");
  try {
    video.srcObject = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
  } catch {
    said.textContent = "The camera isn’t allowed. Allow it in the browser, or type the number.";
    return;
  }
  video.hidden = false;
  await video.play();
  const detector = new BarcodeDetector({ formats: ["qr_code"] });
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
    code.value = found.rawValue;
    form.requestSubmit();
    code.value = "";
  }, LOOKS_EVERY);
}

export async function startScanning() {
  const form = document.querySelector("[data-scan]");
  if (!form) return;
  // What was typed is sent, and the next number comes.
  form.addEventListener("htmx:afterRequest", () => form.querySelector("[data-scan-code]").select());
  if (!(await canRead())) {
    form.querySelector("[data-scan-said]").textContent = CANNOT;
    return;
  }
  const start = form.querySelector("[data-scan-start]");
  start.hidden = false;
  start.addEventListener("click", () => {
    start.hidden = true;
    scan(form);
  });
}
