// What a screen reader reads when the page changes by itself, and where the focus goes after a button is pressed.
//
//   <p data-aloud>                      read when its words are new: after a swap, or when a script that wrote them
//                                       fires "uptown:said"
//   <p role="status" data-says>         the live region: it stays when what is around it is swapped
//   <section data-lands tabindex="-1">  gets the focus if the swap removed the button that was pressed

const words = () =>
  [...document.querySelectorAll("[data-aloud]")].map((each) => each.textContent.replace(/\s+/g, " ").trim());

let known = new Set();

function readNewWords() {
  const now = words();
  const added = now.filter((each) => each && !known.has(each));
  known = new Set(now);
  const region = document.querySelector("[data-says]");
  if (region && added.length) region.textContent = added.join(" ");
}

export function startReadingAloud() {
  known = new Set(words());
  document.addEventListener("uptown:said", readNewWords);
  document.addEventListener("htmx:afterSettle", ({ detail: { requestConfig } }) => {
    readNewWords();
    const isPress = requestConfig && requestConfig.verb !== "get";
    if (isPress && document.activeElement === document.body) {
      document.querySelector("[data-lands]")?.focus({ preventScroll: true });
    }
  });
}
