// A team's day to share: its text is copied, its picture saved, or both are handed to an app of the phone.
//
//   <section data-share="…picture.svg">
//     <pre data-share-text>                       what is shared
//     <button data-share-by="share" hidden>       shown where the browser can
//     <button data-share-by="copy" hidden>
//     <a data-share-by="picture" download>        the picture as it is; as a PNG where it can be drawn
//     <p data-share-said data-aloud>
//
// Apps take PNGs, few take SVGs: the picture is drawn here once it is wanted.
"use strict";

(() => {
  const drawn = async (address) => {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
    canvas.getContext("2d").drawImage(image, 0, 0);
    return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  };

  const nameOf = (section) =>
    section.querySelector("[data-share-by=picture]").download.replace(/svg$/, "png");

  const ways = {
    async share(section, text) {
      // Drawn as soon as the page is looked at: a browser shares only right after the press.
      const picture = await section.picture?.catch(() => null);
      const files = picture ? [new File([picture], nameOf(section), { type: "image/png" })] : [];
      const isTaken = files.length > 0 && navigator.canShare?.({ files });
      await navigator.share(isTaken ? { text, files } : { text });
      return "";
    },
    async copy(section, text) {
      await navigator.clipboard.writeText(text);
      return "Copied.";
    },
    async picture(section) {
      const address = URL.createObjectURL(await drawn(section.dataset.share));
      const link = Object.assign(document.createElement("a"), { href: address, download: nameOf(section) });
      link.click();
      setTimeout(() => URL.revokeObjectURL(address), 60_000);
      return "Saved among your downloads.";
    },
  };

  // Only in a secure context; elsewhere the text can be marked by hand.
  const can = { share: () => "share" in navigator, copy: () => Boolean(navigator.clipboard) };

  const show = () => {
    for (const section of document.querySelectorAll("[data-share]")) {
      for (const button of section.querySelectorAll("button[data-share-by]")) {
        button.hidden = !can[button.dataset.shareBy]();
      }
      if (can.share()) section.picture ??= drawn(section.dataset.share);
    }
  };

  document.addEventListener("click", async (event) => {
    const pressed = event.target.closest("[data-share-by]");
    const section = pressed?.closest("[data-share]");
    if (!section) return;
    event.preventDefault();
    const text = section.querySelector("[data-share-text]").textContent;
    const said = section.querySelector("[data-share-said]");
    try {
      said.textContent = await ways[pressed.dataset.shareBy](section, text);
    } catch (error) {
      if (error.name === "AbortError") return; // Whoever shares may think better of it.
      said.textContent = "That didn’t work here. Mark the text and copy it, or take a screenshot.";
    }
    document.dispatchEvent(new CustomEvent("uptown:said"));
  });

  show();
  document.addEventListener("htmx:afterSwap", show);
})();
