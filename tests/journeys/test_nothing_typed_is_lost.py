"""On every page with several forms: what was typed in one stays when another is pressed."""

import json

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.conftest import Site

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SCENE = """
import json
from django.contrib.auth import get_user_model
from tests import build
from tests.pages.visit import signed_in, still_clock
event = build.event(is_practice=True, tables=6)
build.teams(event, 4)
build.team(event, "Late", is_here=False)
game = build.called_round(event).games.order_by("pk").first()
build.hands(game, [build.FOUR_MADE, build.EW_FOUR_MADE], at=build.at(15, 9))
still_clock(event, build.at(15, 10))
user = get_user_model().objects.create_user(event.slug, is_staff=True)
session = signed_in(user).cookies["sessionid"].value
badge = build.organizer(event).badge
print(json.dumps([event.slug, badge.secret, session, event.teams.first().pk, game.pk]))
"""

LOOKS = """
const TEXT = "input:not([type]), input[type=text], input[type=email], input[type=tel], textarea";
const TYPED = "typed";
const pathOf = (form) => new URL(form.action, location.href).pathname;
const texts = (form) => [...form.elements].filter((field) => field.matches(TEXT) && field.offsetParent);
const buttons = (form) => [...form.querySelectorAll("button:not([type=button])")];
const isPressable = (button) => button.offsetParent && !button.disabled;
const canBePressed = (form) => form.method === "post" && buttons(form).some(isPressable);
const isLost = ({ value }) => !value || !TYPED.startsWith(value);
function formsOf() {
  for (const details of document.querySelectorAll("main details")) details.open = true;
  const forms = [...document.querySelectorAll("main form")];
  const paths = forms.map(pathOf);
  return forms.filter((form) => paths.indexOf(pathOf(form)) === paths.lastIndexOf(pathOf(form)));
}
const formAt = (path) => formsOf().find((form) => pathOf(form) === path);
window.looks = {
  typed: () => formsOf().filter((form) => texts(form).length).map(pathOf),
  pressed: () => formsOf().filter(canBePressed).map(pathOf),
  type: (paths) => {
    for (const field of paths.flatMap((path) => texts(formAt(path)))) {
      field.value = TYPED.slice(0, field.maxLength > 0 ? field.maxLength : TYPED.length);
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
  },
  press: (path) => {
    formAt(path).noValidate = true;
    buttons(formAt(path)).find(isPressable).click();
  },
  lost: (paths) =>
    paths.filter(formAt).flatMap((path) => {
      return texts(formAt(path)).filter(isLost).map(({ name }) => `${path} ${name}`);
    }),
};
"""


@pytest.fixture(scope="module")
def scene(live_site: Site) -> list:
    return json.loads(live_site.shell(SCENE).splitlines()[-1])


@pytest.fixture
def page(live_site: Site, browser: Browser, scene: list) -> Page:
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.set_default_timeout(20_000)
    context.add_init_script(LOOKS)
    page = context.new_page()
    page.goto(f"{live_site.address}/join/{scene[1]}/")
    return page


SETTLES = 600  # milliseconds
PAGES = {
    "a team at the desk": "{slug}/desk/{team}/",
    "correct the game": "{slug}/game/{game}/change/",
    "money": "{slug}/desk/money/",
    "people": "{slug}/people/",
    "the desk": "{slug}/desk/",
}


@pytest.mark.parametrize("name", PAGES)
def test_what_is_typed_in_a_form_stays_when_another_is_pressed(
    live_site: Site, page: Page, scene: list, name
):
    slug, _, _, team, game = scene
    address = f"{live_site.address}/{PAGES[name].format(slug=slug, team=team, game=game)}"
    answer = page.goto(address)
    assert answer
    assert answer.status == 200
    typed, pressed = page.evaluate("looks.typed()"), page.evaluate("looks.pressed()")

    compared, lost = 0, []
    for path in pressed:
        page.goto(address)
        others = [other for other in page.evaluate("looks.typed()") if other != path and other in typed]
        if not others or path not in page.evaluate("looks.pressed()"):
            continue  # An earlier press took it away.
        page.evaluate("paths => looks.type(paths)", others)
        with page.expect_response(lambda response: response.request.method == "POST"):
            page.evaluate("path => looks.press(path)", path)
        page.wait_for_timeout(SETTLES)
        page.wait_for_load_state("load")
        compared += 1
        lost += [f"{path}: {words}" for words in page.evaluate("paths => looks.lost(paths)", others)]

    assert lost == []
    assert compared


def test_another_evening_keeps_name_venue_and_date_of_a_new_event(live_site: Site, browser: Browser, scene):
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.add_cookies([{"name": "sessionid", "value": scene[2], "url": live_site.address}])
    page = context.new_page()
    page.goto(f"{live_site.address}/new/?evening=fahrenheit")
    page.locator("[name=name]").fill("Thursday Whist")
    page.locator("[name=venue]").fill("The Elks Lodge")
    page.locator("[name=held_on]").fill("2026-12-03")

    page.locator(".evenings > summary").click()
    page.locator(".evenings .evening-tile:not([aria-current])").nth(2).click()
    page.wait_for_load_state("load")
    page.locator(".evening-question .evening-tile:not([aria-current])").first.evaluate("link => link.click()")
    page.wait_for_load_state("load")

    expect(page.locator("[name=name]")).to_have_value("Thursday Whist")
    expect(page.locator("[name=venue]")).to_have_value("The Elks Lodge")
    expect(page.locator("[name=held_on]")).to_have_value("2026-12-03")
