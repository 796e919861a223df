"""The address that phones use: chosen, tried, and followed by every link and QR code."""

import re

import pytest
from django.core.cache import cache
from django.test import Client

from pages.network import HERE, OwnAddress, _linux_names, _mac_names, name_of, network_names, own_addresses
from tests import build
from tests.conftest import ROOT
from tests.pages.visit import wearing

A_NETWORK = pytest.mark.skipif(not own_addresses(), reason="this computer is in no network")


@pytest.fixture
def hall(event, settings):
    """A server that listens on all addresses of this computer."""
    settings.HALL, settings.ALLOWED_HOSTS = "http://{}:8000", ["*"]
    cache.clear()
    return wearing(build.organizer(event).badge, host="127.0.0.1:8000")


def page(client, event, address="phones/"):
    return client.get(f"/{event.slug}/{address}").content.decode()


@A_NETWORK
def test_an_address_is_tried_with_a_phone_and_chosen(event, hall):
    own = own_addresses()[0]
    (link,) = re.findall(rf"http://{re.escape(own.address)}:8000(/\S+/reached/\w+/)", page(hall, event))

    phone = Client(headers={"host": f"{own.address}:8000"}).get(link, REMOTE_ADDR="10.42.0.77")
    chosen = hall.post(f"/{event.slug}/phones/choose/", {"address": own.address}, follow=True)

    assert "This phone gets through" in phone.content.decode()
    assert "A phone got through" in page(hall, event)
    assert f"lead phones to {own.address} now" in chosen.content.decode()
    assert f"Phones use the address {own.address}, {name_of(own, {})}" in page(hall, event, "log/")


@A_NETWORK
def test_the_computer_itself_and_a_guessed_code_are_no_phone(event, hall):
    own = own_addresses()[0]
    (link,) = re.findall(rf"http://{re.escape(own.address)}:8000(/\S+/reached/\w+/)", page(hall, event))
    visitor = Client(headers={"host": f"{own.address}:8000"})

    itself = visitor.get(link, REMOTE_ADDR=own.address)
    guessed = visitor.get(f"/{event.slug}/phones/reached/0123456789ab/", REMOTE_ADDR="10.42.0.77")

    assert "This is the computer itself" in itself.content.decode()
    assert guessed.status_code == 404
    assert "A phone got through" not in page(hall, event)


def test_an_address_that_the_computer_does_not_have_is_refused(event, hall):
    refused = hall.post(f"/{event.slug}/phones/choose/", {"address": "203.0.113.200"})

    event.refresh_from_db()
    assert refused.status_code == 422
    assert "have that address any more" in refused.content.decode()
    assert event.phones_at is None


@pytest.mark.parametrize(
    ("came_by", "leads_to"),
    [
        pytest.param("127.0.0.1:8000", "http://10.42.0.1:8000", id="the computer that serves"),
        pytest.param("192.168.1.20:8000", "http://10.42.0.1:8000", id="another of its addresses"),
        pytest.param("hall.example", "http://hall.example", id="a name that the operator gave"),
    ],
)
def test_links_lead_to_the_chosen_address(event, hall, settings, monkeypatch, came_by, leads_to):
    both = (OwnAddress("192.168.1.20", "eth0"), OwnAddress("10.42.0.1", "wlan0"))
    monkeypatch.setattr("pages.links.own_addresses", lambda: both)
    settings.ALLOWED_HOSTS = ["*", "hall.example"]
    event.phones_at = "10.42.0.1"
    event.save()
    organizer = wearing(build.organizer(event).badge, host=came_by)

    poster = organizer.get(f"/{event.slug}/sign-up/poster/", SERVER_NAME=came_by.partition(":")[0])

    assert f"{leads_to}/{event.slug}/sign-up/" in poster.content.decode()


def test_an_address_that_hosts_leave_out_is_not_offered(event, hall, settings):
    settings.ALLOWED_HOSTS = ["127.0.0.1"]

    shown = page(hall, event)

    assert "Let phones use this one" not in shown
    assert ("UPTOWN_HOSTS leaves this address out" in shown) == bool(own_addresses())


def test_the_operators_address_is_the_only_one(event, hall, settings):
    settings.ADDRESS = "https://hall.example"

    shown = page(hall, event)

    assert "https://hall.example/" in shown
    assert "UPTOWN_ADDRESS names this address" in shown
    assert "Let phones use this one" not in shown


@pytest.mark.parametrize("address", ["sign-up/poster/", "placards/", "people/badges/", "screen/", "phones/"])
def test_a_code_that_leads_to_this_computer_only_says_so(event, address):
    build.referee(event)
    organizer = wearing(build.organizer(event).badge, host=f"{HERE}:8000")

    shown = page(organizer, event, address)

    codes = re.findall(r'<div class="qr"[^>]*>(.*?)</div>', shown, re.DOTALL)
    assert codes
    assert all("Works on this computer only" in code for code in codes)


def test_every_code_to_one_of_our_pages_can_say_so():
    others = {
        "_qr.html",
        "sign_up_poster.html",
        "activate_form.html",
        "pay.html",
    }  # The Wi-Fi; other programs.
    with_code = {file for file in (ROOT / "templates").rglob("*.html") if 'class="qr"' in file.read_text()}

    assert {file.name for file in with_code} == others
    assert all(".qr }}" not in file.read_text() for file in with_code if file.name != "_qr.html")


def test_a_network_has_the_name_that_people_know():
    output = "wlan0:wifi:Hall: upstairs\neth0:ethernet:Wired\nlo:loopback:--\n"
    mac = "Hardware Port: Wi-Fi\nDevice: en0\nEthernet Address: 00:11\n"

    assert name_of(OwnAddress("10.0.0.1", "wlan0"), _linux_names(output)) == "Wi-Fi “Hall: upstairs” (wlan0)"
    assert name_of(OwnAddress("10.0.0.1", "eth0"), _linux_names(output)) == "“Wired” (eth0)"
    assert name_of(OwnAddress("10.0.0.1", "en0"), _mac_names(mac)) == "Wi-Fi (en0)"
    assert name_of(OwnAddress("10.0.0.1", "bridge100"), _mac_names(mac)) == "Internet Sharing (bridge100)"
    assert name_of(OwnAddress("10.0.0.1", "ap0"), {}) == "ap0"


def test_the_program_that_names_the_networks_does_not_start_for_each_view(tmp_path, monkeypatch):
    started, nmcli = tmp_path / "started", tmp_path / "nmcli"
    nmcli.write_text(f"#!/bin/sh\necho once >> {started}\n")
    nmcli.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")

    for _ in range(20):
        network_names()

    # Another test may have asked already, or a minute ends just now.
    assert not started.exists() or len(started.read_text().split()) <= 2
