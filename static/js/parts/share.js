// Shares a team's day: copies its text, saves its picture, or hands both to an app of the phone.
//
//   <section data-share="…picture.svg">           empty without a picture
//     <pre data-share-text>                       what is shared
//     <button data-share-by="share" hidden>       shown where the browser can
//     <button data-share-by="copy" hidden>
//     <a data-share-by="picture" download>        the picture as it is; as a PNG where it can be drawn
//     <p data-share-said data-aloud>
//
// Most apps take PNGs and no SVGs, so the picture is drawn here.

async function drawn(address) {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
  canvas.getContext("2d").drawImage(image, 0, 0);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

const nameOf = (section) => section.querySelector("[data-share-by=picture]").download.replace(/svg$/, "png");

const WAYS = {
  async share(section, text) {
    const picture = await section.picture?.catch(() => null);
    const files = picture ? [new File([picture], nameOf(section), { type: "image/png" })] : [];
    const isTaken = files.length > 0 && navigator.canShare?.({ files });
    await navigator.share(isTaken ? { text, files } : { text });
    return "";
  },
  async copy(_section, text) {
    await navigator.clipboard.writeText(text);
    return "Copied.";
  },
  async picture(section) {
    const address = URL.createObjectURL(await drawn(section.dataset.share));
    const link = Object.assign(document.createElement("a"), { href: address, download: nameOf(section) });
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
    return "Saved to your downloads.";
  },
};

// Both need a secure context. Elsewhere the text can be selected by hand.
const CAN = { share: () => "share" in navigator, copy: () => Boolean(navigator.clipboard) };

function show() {
  for (const section of document.querySelectorAll("[data-share]")) {
    for (const button of section.querySelectorAll("button[data-share-by]")) {
      button.hidden = !CAN[button.dataset.shareBy]();
    }
    // Drawn in advance: a browser shares only right after the press.
    if (CAN.share() && section.dataset.share) section.picture ??= drawn(section.dataset.share);
  }
}

async function press(event) {
  const pressed = event.target.closest("[data-share-by]");
  const section = pressed?.closest("[data-share]");
  if (!section) return;
  event.preventDefault();
  const text = section.querySelector("[data-share-text]").textContent;
  const said = section.querySelector("[data-share-said]");
  try {
    said.textContent = await WAYS[pressed.dataset.shareBy](section, text);
  } catch (error) {
    if (error.name === "AbortError") return; // The person changed their mind.
    said.textContent = "That didn’t work here. Select the text and copy it, or take a screenshot.";
  }
  document.dispatchEvent(new CustomEvent("uptown:said"));
}

export function startSharing() {
  document.addEventListener("click", press);
  show();
  document.addEventListener("htmx:afterSwap", show);
}
