"""The refusals of ``./uptown play`` before anybody sits down."""

import pytest

from tools.play import main


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        pytest.param("--teams 1", "from 2 to 1,000", id="one team"),
        pytest.param("--teams 9 3 --seating individuals", "four people", id="three people"),
        pytest.param("--teams 7 100000", "from 2 to 1,000", id="a field beyond reason"),
        pytest.param("--days 0", "from 1 to 10,000", id="no day"),
        pytest.param("--game whist", "invalid choice", id="no such game"),
        pytest.param("--game solo-bid-euchre", "everybody plays alone", id="no teams"),
        pytest.param("--game bid-fair --seating individuals", "one against one", id="no partners"),
        pytest.param("--seating chaos", "invalid choice", id="no such seating"),
        pytest.param("--season 9 --teams 4", "at least 6 teams", id="a season of four teams"),
        pytest.param("--season 2", "from 3 to 52", id="a season of two weeks"),
        pytest.param("--with rain", "invalid choice", id="no such trouble"),
        pytest.param(
            "--key k --url http://127.0.0.1:9", "No Uptown answers at http://127.0.0.1:9 ", id="no server"
        ),
        pytest.param("--key k --url nobody", "No Uptown answers at nobody ", id="no address"),
        pytest.param("--key k --url ftp://127.0.0.1", "No Uptown answers at ftp://127.0.0.1 ", id="no web"),
        pytest.param("--key k --url http://[::", "No Uptown answers at http://[:: ", id="half an address"),
        pytest.param("--url http://127.0.0.1:9", "Give the server’s: --key KEY", id="no key"),
    ],
)
def test_a_day_that_cannot_be_played_is_refused_in_a_sentence(
    options, sentence, tmp_path, monkeypatch, capsys
):
    monkeypatch.setenv("UPTOWN_DATA", str(tmp_path))

    with pytest.raises(SystemExit) as refused:
        main(options.split())

    assert sentence in f"{refused.value} {capsys.readouterr().err}"
