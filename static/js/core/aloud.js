// What a screen reader reads when the page changes by itself, and where the focus goes after a button is pressed.
//
//   <p data-aloud>                      read when its words are new: after a swap, or when a script that wrote them
//                                       fires "uptown:said"
//   <p role="status" data-says>         the live region: it stays when what is around it is swapped
//   <section data-lands tabindex="-1">  gets the focus if the swap removed the button that was pressed; elsewhere
//                                       <main> does, so that Tab goes on in the page

const words = (each) => each.textContent.replace(/\s+/g, " ").trim();

// A countdown is no news: words that differ in nothing else were read.
function withoutCountdowns(each) {
  const copy = each.cloneNode(true);
  for (const left of copy.querySelectorAll("[data-until]")) left.remove();
  return words(copy);
}

const wordsNow = () =>
  new Map([...document.querySelectorAll("[data-aloud]")].map((each) => [withoutCountdowns(each), words(each)]));

let known = new Map();

function readNewWords() {
  const now = wordsNow();
  const added = [...now].filter(([lasting]) => lasting && !known.has(lasting)).map(([, whole]) => whole);
  known = now;
  const region = document.querySelector("[data-says]");
  if (region && added.length) region.textContent = added.join(" ");
}

export function startReadingAloud() {
  known = wordsNow();
  document.addEventListener("uptown:said", readNewWords);
  document.addEventListener("htmx:afterSettle", ({ detail: { requestConfig } }) => {
    readNewWords();
    const isPress = requestConfig && requestConfig.verb !== "get";
    if (isPress && document.activeElement === document.body) {
      (document.querySelector("[data-lands]") ?? document.getElementById("main"))?.focus({ preventScroll: true });
    }
  });
}
