// What a screen reader says when something changed by itself, and where the focus is after a press.
//
//   <p data-aloud>                      read aloud when its words are new on the page: after a swap, or where a script
//                                       that wrote them fires "uptown:said"
//   <p role="status" data-says>         the one place that is read: it stays, whatever is swapped around it
//   <section data-lands tabindex="-1">  has the focus once what was pressed is gone with the swap
"use strict";

(() => {
  const words = () =>
    [...document.querySelectorAll("[data-aloud]")].map((each) => each.textContent.replace(/\s+/g, " ").trim());
  let said = new Set(words());

  const sayWhatIsNew = () => {
    const now = words();
    const fresh = now.filter((each) => each && !said.has(each));
    said = new Set(now);
    const place = document.querySelector("[data-says]");
    if (place && fresh.length) place.textContent = fresh.join(" ");
  };

  document.addEventListener("uptown:said", sayWhatIsNew);
  document.addEventListener("htmx:afterSettle", ({ detail: { requestConfig } }) => {
    sayWhatIsNew();
    const isPress = requestConfig && requestConfig.verb !== "get";
    if (isPress && document.activeElement === document.body) {
      document.querySelector("[data-lands]")?.focus({ preventScroll: true });
    }
  });
})();
