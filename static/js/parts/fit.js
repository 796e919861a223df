// Sets each box of the big screen in the largest type that fits.
//
//   <div data-fit="4.5">       a box whose size comes from the screen; its type is at most 4.5rem
//     <ul data-fit-part>       a part of it that must not be cut off either
//
// Sizes in the box are in em. Without this script, and on a phone, the page scrolls.

const LEAST = 6; // pixels
const STEP = 0.25;

const isCut = (box) =>
  [box, ...box.querySelectorAll("[data-fit-part]")].some(
    (each) => each.scrollHeight > each.clientHeight + 1 || each.scrollWidth > each.clientWidth + 1,
  );

function fit(box) {
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  let [fits, tooLarge] = [LEAST, Number(box.dataset.fit) * rem + STEP];
  while (tooLarge - fits > STEP) {
    const size = (fits + tooLarge) / 2;
    box.style.fontSize = `${size}px`;
    if (isCut(box)) tooLarge = size;
    else fits = size;
  }
  box.style.fontSize = `${fits}px`;
}

function fitAll() {
  for (const box of document.querySelectorAll("[data-fit]")) {
    if (getComputedStyle(box).overflowY === "hidden") fit(box);
    else box.style.removeProperty("font-size");
  }
}

export function startFitting() {
  if (!document.querySelector("[data-fit]")) return;
  document.documentElement.classList.add("is-fitted");
  fitAll();
  document.fonts.ready.then(fitAll);
  addEventListener("resize", fitAll);
  document.addEventListener("htmx:afterSwap", fitAll);
}
