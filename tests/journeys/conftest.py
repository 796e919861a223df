"""A hall for each test of what waits on a phone, on one server for all of them."""

import json
from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Browser

from tests import services
from tests.chaos.started import Started
from tests.conftest import Site, served
from tests.journeys.between import Line, line_to
from tests.journeys.hall import SCENES, Scene


@pytest.fixture(scope="session")
def live_site(tmp_path_factory: pytest.TempPathFactory, pytestconfig: pytest.Config) -> Iterator[Site]:
    """One for all who make an event of their own; with ``--wide``, in the layout for many machines."""
    folder = tmp_path_factory.mktemp("live")
    if not pytestconfig.getoption("wide"):
        with served(folder, "--no-demo") as site:
            yield site
        return
    with services.private_folder() as place:
        wide = Started(place / "data", folder, "config.wide")
        address = f"http://127.0.0.1:{wide.port}"
        try:
            yield Site(address=address, data=place / "data", said=wide.said, environment=wide.environment)
        finally:
            wide.end()


@pytest.fixture(scope="session")
def halls() -> list:
    """The events that no test has used yet."""
    return []


@pytest.fixture
def scene(live_site: Site, halls: list, browser: Browser) -> Scene:
    """A hall of one's own. Several are made at a time: to start Python takes longer than to make one."""
    if not halls:
        halls += json.loads(live_site.shell(SCENES).splitlines()[-1])
    return Scene(live_site, browser, halls.pop())


@pytest.fixture
def line(scene: Scene) -> Iterator[Line]:
    """A line to that hall, through which its phones then come."""
    with line_to(scene.site.address) as line:
        scene.site = replace(scene.site, address=line.address)
        yield line
