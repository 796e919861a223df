"""A laptop in a hall without Internet: network namespaces with a hotspot, a phone, and no default route."""

import ctypes
import re
import ssl
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from tests.conftest import ROOT, Site, begin_with_empty_tables, environment_of

pytestmark = [pytest.mark.slow, pytest.mark.embedded]

EVENT = """
from tests import build
event = build.event(is_practice=True)
print(event.slug, event.badges.get(role="organizer").secret)
"""
NEW_NETWORK = 0x40000000
"""CLONE_NEWNET, from <sched.h>."""


class Machine:
    """A computer: a process whose network namespace has loopback only, at first."""

    def __init__(self) -> None:
        words = ["unshare", "--net", "sh", "-c", "ip link set lo up && echo up && exec sleep 600"]
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        if self.process.stdout.readline() != "up\n":
            pytest.skip(f"no network namespace can be made: {self.process.stderr.read().strip()}")

    def run(self, *words: str) -> None:
        subprocess.run(["nsenter", "--net", "--target", str(self.process.pid), *words], check=True)

    def get(self, address: str, client: httpx.Client | None = None, posted: object = None) -> httpx.Response:
        """Open a page from here, in a thread that enters the namespace."""

        def open_it() -> httpx.Response:
            with open(f"/proc/{self.process.pid}/ns/net") as space:
                assert ctypes.CDLL(None, use_errno=True).setns(space.fileno(), NEW_NETWORK) == 0
            browser = client or httpx.Client(follow_redirects=True)
            return browser.post(address, data=posted) if posted else browser.get(address)

        with ThreadPoolExecutor(1) as apart:
            return apart.submit(open_it).result()


@pytest.fixture
def machines():
    if sys.platform != "linux":
        pytest.skip("network namespaces are Linux's")
    made = []
    try:
        made += [Machine(), Machine()]
        yield made
    finally:
        for each in made:
            each.process.kill()
            each.process.wait()


def hotspot(hall: Machine, phone: Machine, name: str, network: str) -> None:
    """Switch a hotspot on at the laptop, and connect the phone to it."""
    peer = ("peer", "name", f"to-{name}", "netns", str(phone.process.pid))
    hall.run("ip", "link", "add", name, "type", "veth", *peer)
    for machine, link, address in ((hall, name, "1"), (phone, f"to-{name}", "77")):
        machine.run("ip", "address", "add", f"{network}.{address}/24", "dev", link)
        machine.run("ip", "link", "set", link, "up")


def begin(hall: Machine, site: Site, *words: str) -> tuple[subprocess.Popen, str]:
    log = site.data / "server.log"
    serve = [sys.executable, "manage.py", "serve", "--no-demo", "--host", "0.0.0.0", *words]
    inside = ["nsenter", "--net", "--target", str(hall.process.pid), *serve]
    with log.open("w") as output:
        server = subprocess.Popen(inside, cwd=ROOT, env=site.environment, stdout=output, stderr=output)
    patience = time.monotonic() + 120
    while "Ctrl-C" not in log.read_text():
        assert server.poll() is None, log.read_text()
        assert time.monotonic() < patience
        time.sleep(0.1)
    return server, log.read_text()


def shows(hall: Machine, address: str, organizer: httpx.Client, words: str) -> str:
    """Wait until the organizer's page has these words."""
    patience = time.monotonic() + 20
    while words not in (page := hall.get(address, organizer).text):
        assert time.monotonic() < patience, page
        time.sleep(0.2)
    return page


def test_phones_find_a_laptop_whose_hotspot_leads_nowhere(tmp_path, machines):
    hall, phone = machines
    data = tmp_path / "data"
    begin_with_empty_tables(data)
    site = Site(address="", data=data, output="", environment=environment_of(data))
    slug, secret = site.shell(EVENT).split()[-2:]
    here = "http://127.0.0.1:8000"
    phones, poster = f"{here}/{slug}/phones/", f"{here}/{slug}/sign-up/poster/"
    organizer = httpx.Client(follow_redirects=True)

    server, output = begin(hall, site, "--https")
    try:
        assert "This computer is in no network, so no phone reaches it yet." in output
        hall.get(f"{here}/join/{secret}/", organizer)
        assert "This computer is in no network" in hall.get(phones, organizer).text
        assert "Works on this computer only" in hall.get(poster, organizer).text

        # The hotspot comes up while the server runs.
        hotspot(hall, phone, "ap0", "10.42.0")
        page = shows(hall, phones, organizer, "http://10.42.0.1:8000/")
        (link,) = re.findall(r"http://10\.42\.0\.1:8000/\S+/reached/\w+/", page)
        assert "ap0" in page
        assert "This phone gets through" in phone.get(link).text
        assert "A phone got through" in hall.get(phones, organizer).text
        assert f"http://10.42.0.1:8000/{slug}/sign-up/" in hall.get(poster, organizer).text
        assert "Works on this computer only" not in hall.get(poster, organizer).text

        # So does https: its certificate follows.
        guide = phone.get("http://10.42.0.1:8000/trust/").text
        assert 'href="https://10.42.0.1:8001/home/"' in guide
        authority = phone.get("http://10.42.0.1:8000/trust/uptown.crt").content
        trusting = ssl.create_default_context(cadata=ssl.DER_cert_to_PEM_cert(authority))
        with httpx.Client(verify=trusting) as secure:
            assert phone.get("https://10.42.0.1:8001/code/", secure).status_code == 200

        # Another network comes, and the organizer says which one the phones are in.
        hotspot(hall, phone, "ap1", "192.168.77")
        page = shows(hall, phones, organizer, "http://192.168.77.1:8000/")
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)[1]
        chosen = {"csrfmiddlewaretoken": token, "address": "192.168.77.1"}
        hall.get(f"{phones}choose/", organizer, chosen)
        assert f"http://192.168.77.1:8000/{slug}/sign-up/" in hall.get(poster, organizer).text
        opened = phone.get(f"http://10.42.0.1:8000/{slug}/screen/").text
        assert f"QR code to http://192.168.77.1:8000/{slug}/" in opened
    finally:
        server.terminate()
        server.wait(60)

    server, output = begin(hall, site)
    server.terminate()
    server.wait(60)
    assert re.findall(r"  (http://\S+:8000) +(\S+)\n", output) == [
        ("http://10.42.0.1:8000", "ap0"),
        ("http://192.168.77.1:8000", "ap1"),
    ]
