"""Accessibility checks of an open page: axe's objections, and anything that scrolls sideways."""

from functools import cache
from pathlib import Path

from playwright.sync_api import Page

# The rules whose result depends on a color; axe tags them ``cat.color``.
OF_COLOURS = ["color-contrast", "link-in-text-block"]
AXE = Path(__file__).resolve().parent / "vendor" / "axe-core" / "axe.min.js"

# A color in transition is neither of the two: two frames later even the shortest transition is over. axe
# searches a selector for every element it sees, so its report is requested only if something is wrong.
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
    """What axe finds on the page as it is: one line each, with the element concerned.

    Dark mode changes only the colors: once a page was checked in light mode, dark mode needs no other rules.
    """
    if not page.evaluate("Boolean(window.axe)"):
        page.evaluate(_axe())
    return page.evaluate(RUN, {"runOnly": OF_COLOURS} if to_colours_only else {})


def too_wide(page: Page) -> list[str]:
    """The elements that make the page scroll sideways, and the broken words in the bottom bar."""
    return page.evaluate(TOO_WIDE)
