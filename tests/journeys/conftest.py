"""An event for each test of the outbox, on one server for all of them."""

import json
from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Browser

from tests import services
from tests.chaos.started import Started
from tests.conftest import Site, served
from tests.journeys.between import Proxy, proxy_to
from tests.journeys.hall import SCENES, Scene


@pytest.fixture(scope="session")
def live_site(tmp_path_factory: pytest.TempPathFactory, pytestconfig: pytest.Config) -> Iterator[Site]:
    """One server for all tests that make their own event; ``--wide`` uses the layout for many machines."""
    folder = tmp_path_factory.mktemp("live")
    if not pytestconfig.getoption("wide"):
        with served(folder, "--no-demo") as site:
            yield site
        return
    with services.private_folder() as root:
        wide = Started(root / "data", folder, "tools.wide")
        address = f"http://127.0.0.1:{wide.port}"
        try:
            yield Site(address=address, data=root / "data", output=wide.output, environment=wide.environment)
        finally:
            wide.end()


@pytest.fixture(scope="session")
def halls() -> list:
    """The events that no test has used yet."""
    return []


@pytest.fixture
def scene(live_site: Site, halls: list, browser: Browser) -> Scene:
    """An unused event. Several are made at a time, because starting Python takes longer than making one."""
    if not halls:
        halls += json.loads(live_site.shell(SCENES).splitlines()[-1])
    return Scene(live_site, browser, halls.pop())


@pytest.fixture
def proxy(scene: Scene) -> Iterator[Proxy]:
    """A proxy to the server, which the scene's phones then use."""
    with proxy_to(scene.site.address) as proxy:
        scene.site = replace(scene.site, address=proxy.address)
        yield proxy
