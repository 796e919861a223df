// Sets what hangs on a wall in type as large as its room allows: one size for each box.
//
//   <div data-fit="4.5">       a box that the wall gives its size; its type is at most 4.5rem
//     <ul data-fit-part>       a part of it that must not be cut off either
//
// What is in it is measured in its own type (em). Until this script runs, and on a phone, the page scrolls.
"use strict";

(() => {
  const LEAST = 6; // pixels
  const STEP = 0.25;

  const isCut = (box) =>
    [box, ...box.querySelectorAll("[data-fit-part]")].some(
      (each) => each.scrollHeight > each.clientHeight + 1 || each.scrollWidth > each.clientWidth + 1,
    );

  const fit = (box) => {
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    let [fits, tooLarge] = [LEAST, Number(box.dataset.fit) * rem + STEP];
    while (tooLarge - fits > STEP) {
      const size = (fits + tooLarge) / 2;
      box.style.fontSize = `${size}px`;
      if (isCut(box)) tooLarge = size;
      else fits = size;
    }
    box.style.fontSize = `${fits}px`;
  };

  const fitAll = () => {
    for (const box of document.querySelectorAll("[data-fit]")) {
      if (getComputedStyle(box).overflowY === "hidden") fit(box);
      else box.style.removeProperty("font-size");
    }
  };

  if (!document.querySelector("[data-fit]")) return;
  document.documentElement.classList.add("is-fitted");
  fitAll();
  document.fonts.ready.then(fitAll);
  addEventListener("resize", fitAll);
  document.addEventListener("htmx:afterSwap", fitAll);
})();
