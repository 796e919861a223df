"""Looking at a page as everybody must be able to: axe's objections, and nothing that scrolls sideways."""

from functools import cache
from pathlib import Path

from playwright.sync_api import Page

# The rules whose result depends on a color: axe calls them cat.color.
OF_COLOURS = ["color-contrast", "link-in-text-block"]
AXE = Path(__file__).resolve().parent / "vendor" / "axe-core" / "axe.min.js"

# A color on its way from light to dark is neither: two frames later even the shortest way is over.
# To say where something is, axe must look for a selector to everything it sees: only if something is wrong.
RUN = """async (rules) => {
  await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
  await Promise.allSettled(document.getAnimations().map(each => each.finished));
  const options = {resultTypes: ["violations"], preload: {assets: ["media"]}, ...rules};
  if (!(await axe.run(document, {...options, selectors: false})).violations.length) return [];
  return (await axe.run(document, options)).violations.flatMap(each => each.nodes.map(
    node => `${each.id}: ${each.help} (${node.target.join(" ")})`));
}"""
TOO_WIDE = """() => {
  const room = document.documentElement.clientWidth;
  const words = [...document.querySelectorAll(".bottom-nav a")].map(link => link.lastChild).filter(word => {
    const range = document.createRange();
    range.selectNodeContents(word);
    return !word.data.trim().includes(" ") && range.getClientRects().length > 1;
  });
  if (words.length) return words.map(word => `${word.data.trim()} breaks`);
  if (document.documentElement.scrollWidth <= room) return [];
  const wide = [...document.body.querySelectorAll("*")].filter(
    element => element.getBoundingClientRect().right > room + 1);
  return wide.slice(0, 5).map(element => element.outerHTML.slice(0, 120));
}"""


@cache
def _axe() -> str:
    return AXE.read_text()


def objections(page: Page, *, to_colours_only: bool = False) -> list[str]:
    """What axe finds on the page as it is: one line each, with the element it is about.

    In dark mode a page has other colors and is otherwise the same: looked at once, it needs no more then.
    """
    if not page.evaluate("Boolean(window.axe)"):
        page.evaluate(_axe())
    return page.evaluate(RUN, {"runOnly": OF_COLOURS} if to_colours_only else {})


def too_wide(page: Page) -> list[str]:
    """What makes the page scroll sideways, and words that break in the bar below: none, on a good page."""
    return page.evaluate(TOO_WIDE)
