"""Organizers sign in with an account of their organization, once they have connected it."""

import json
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

import httpx
import jwt
import pytest

from tests.conftest import ROOT, Site, served

pytestmark = [pytest.mark.slow, pytest.mark.embedded]

ANN = """
from django.contrib.auth import get_user_model
get_user_model().objects.create_user("ann", password="a spade in the hand", is_staff=True)
"""


class Organization(BaseHTTPRequestHandler):
    """An OpenID provider that identifies everybody as the person ``who``."""

    who = "person-7"

    def do_GET(self) -> None:
        here = f"http://{self.headers['Host']}"
        parts = urlsplit(self.path)
        if parts.path == "/authorize":
            asked = {name: values[0] for name, values in parse_qs(parts.query).items()}
            self.send_response(302)
            answer = "error=access_denied" if not self.who else "code=once"
            self.send_header("Location", f"{asked['redirect_uri']}?{answer}&state={asked['state']}")
            self.end_headers()
            return
        self._say(
            {
                "issuer": here,
                "authorization_endpoint": f"{here}/authorize",
                "token_endpoint": f"{here}/token",
                "jwks_uri": f"{here}/keys",
            }
        )

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        claims = {"iss": f"http://{self.headers['Host']}", "aud": "uptown", "sub": self.who}
        claims |= {"iat": 1, "exp": 4_000_000_000}
        key = "a key that nobody has to check: it came straight from the provider"
        self._say({"access_token": "x", "token_type": "Bearer", "id_token": jwt.encode(claims, key)})

    def _say(self, answer: dict[str, object]) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps(answer).encode())

    def log_message(self, *words: object) -> None:
        pass


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Organization) as provider:
        threading.Thread(target=provider.serve_forever, daemon=True).start()
        settings = {
            "UPTOWN_OIDC_SERVER": f"http://127.0.0.1:{provider.server_address[1]}",
            "UPTOWN_OIDC_NAME": "Pride South",
            "UPTOWN_OIDC_CLIENT": "uptown",
            "UPTOWN_OIDC_SECRET": "a secret",
        }
        # With --workers this is a separate process, whose installed apps differ from the tests'.
        with served(tmp_path_factory.mktemp("site"), "--no-demo", "--workers", "1", **settings) as made:
            words = [sys.executable, "manage.py", "shell", "-v", "0", "-c", ANN]
            subprocess.run(words, cwd=ROOT, env=dict(made.environment), check=True)
            yield made
        provider.shutdown()


def press(browser: httpx.Client, page: str, button: str, **fields: str) -> httpx.Response:
    """Submit the form on a page that has this button."""
    forms = re.findall(r"<form.*?</form>", browser.get(page).text, re.DOTALL)
    form = next(form for form in forms if button in form)
    token = re.search(r'csrfmiddlewaretoken" value="(\w+)"', form).group(1)
    return browser.post(
        re.search(r'action="([^"]+)"', form).group(1), data={"csrfmiddlewaretoken": token, **fields}
    )


def test_an_account_elsewhere_signs_in_while_an_organizer_has_it_connected(site: Site):
    with httpx.Client(base_url=site.address, follow_redirects=True) as ann:
        unknown = press(ann, "/sign-in/", "Sign in with Pride South")
        press(ann, "/sign-in/", "Password", login="ann", password="a spade in the hand")
        connected = press(ann, "/sign-in/with/", "Connect Pride South")
        with httpx.Client(base_url=site.address, follow_redirects=True) as phone:
            press(phone, "/sign-in/", "Sign in with Pride South")
            account = phone.get("/account/")
        (number,) = re.findall(r'name="account" value="(\d+)"', ann.get("/sign-in/with/").text)
        press(ann, "/sign-in/with/", "Disconnect", account=number)
    with httpx.Client(base_url=site.address, follow_redirects=True) as phone:
        again = press(phone, "/sign-in/", "Sign in with Pride South")

    assert "Not connected yet" in unknown.text
    assert "Your account at Pride South is connected." in connected.text
    assert "You sign in as ann." in account.text
    assert "Not connected yet" in again.text


def test_the_organization_page_names_the_other_way_to_sign_in(site: Site, monkeypatch):
    monkeypatch.setattr(Organization, "who", "")

    with httpx.Client(base_url=site.address, follow_redirects=True) as ann:
        back = press(ann, "/sign-in/", "Sign in with Pride South")

    assert "sign in with your name and password" in back.text
