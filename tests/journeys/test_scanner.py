"""The desk's scanner, with a video of a team's code as Chromium's camera.

On Linux it has no BarcodeDetector, so the decoder in ``static/vendor`` reads it.
"""

import json

import pytest
import segno
from playwright.sync_api import BrowserType, expect

from tests.conftest import Site

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SCENE = """
import json
from tests import build
event = build.event()
team = build.team(event, "Kitty Katz", is_here=False)
print(json.dumps([event.slug, build.organizer(event).badge.secret, team.badge.secret]))
"""
WIDTH, HEIGHT, DOT = 640, 480, 8


def film(path, code, left, top):
    """Three frames of a code before a wall, as an uncompressed video."""
    frame = bytearray(b"\xeb" * (WIDTH * HEIGHT))
    for y, row in enumerate(code):
        for x, is_dark in enumerate(row):
            for pixel_row in range(DOT if is_dark else 0):
                start = (top + y * DOT + pixel_row) * WIDTH + left + x * DOT
                frame[start : start + DOT] = b"\x10" * DOT
    frames = (b"FRAME\n" + bytes(frame) + b"\x80" * (WIDTH * HEIGHT // 2)) * 3
    path.write_bytes(f"YUV4MPEG2 W{WIDTH} H{HEIGHT} F10:1 Ip A1:1 C420jpeg\n".encode() + frames)


def test_a_team_is_checked_in_by_its_code_before_the_camera(
    live_site: Site, browser_type: BrowserType, browser_type_launch_args, tmp_path
):
    slug, organizer, secret = json.loads(live_site.shell(SCENE).splitlines()[-1])
    text = f"{live_site.address}/join/{secret}/"
    code = [list(map(int, row)) for row in segno.make(text, error="m", micro=False).matrix]
    left, top = (WIDTH - len(code) * DOT) // 2, (HEIGHT - len(code) * DOT) // 2
    film(tmp_path / "code.y4m", code, left, top)
    camera = [
        "--use-fake-device-for-media-stream",
        "--use-fake-ui-for-media-stream",
        f"--use-file-for-fake-video-capture={tmp_path / 'code.y4m'}",
    ]
    launch = {**browser_type_launch_args, "args": [*browser_type_launch_args["args"], *camera]}

    with browser_type.launch(**launch) as browser:
        page = browser.new_context(permissions=["camera"]).new_page()
        page.goto(f"{live_site.address}/join/{organizer}/")
        page.goto(f"{live_site.address}/{slug}/desk/")
        page.get_by_role("button", name="Scan with the camera").click()

        expect(page.locator(".desk-team", has_text="Kitty Katz")).to_contain_text("Here")
        expect(page.locator("[data-scan-video]")).to_be_visible()
