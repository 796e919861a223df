"""Links and codes are derived from a key and the name of their kind, and are printed on paper.

If such a name changed, as when a module moves, every link, code and badge of every event would stop working.
"""

from types import SimpleNamespace
from uuid import UUID

import pytest

from pages.api.event.writing import key_of
from seasons.models import Person
from seasons.people.person_codes import code_of
from tournament.models import Player
from tournament.models.codes import check_in_code, hash_of_code
from tournament.models.links import sealed, secret_of

KEY = UUID(int=7)


@pytest.fixture(autouse=True)
def a_server(settings):
    settings.SECRET_KEY = "a secret key of a server that has run for years"


@pytest.mark.both
def test_every_link_and_code_of_an_older_version_still_works():
    program = SimpleNamespace(token=SimpleNamespace(pk=3))

    assert {
        "badge": secret_of("a nonce"),
        "code": hash_of_code("482913507216")[:16],
        "poster": check_in_code(KEY),
        "page of a single": sealed("single", KEY),
        "player": code_of(Player(pk=12, key=KEY)),
        "person": code_of(Person(pk=17, key=KEY)),
        "key of a program": str(key_of(program, "hand 7 of table 3")),
    } == {
        "badge": "pAmTXXDHFiKhdvvzq6GY41IxaM7dsaJO",
        "code": "752cabe9107cc544",
        "poster": "5f550a7efba3",
        "page of a single": "00000000000000000000000000000007FBh7AbY8U0sPTCJBFZbtD-9t0haLA1i3",
        "player": "12-024473",
        "person": "P17-684553088999147",
        "key of a program": "311d8d1c-bcc2-cb51-48e8-2ff2e914d94c",
    }
