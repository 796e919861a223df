"""The file limit is raised as far as the machine allows, and a start works without it."""

import resource

import pytest

from server.http.connections import raise_file_limit

INFINITE = resource.RLIM_INFINITY


@pytest.mark.parametrize(
    ("has", "most", "allowed", "gets"),
    [
        pytest.param(1024, 524_288, INFINITE, 524_288, id="Debian: as many as its hard limit"),
        pytest.param(256, INFINITE, 245_760, 65_536, id="macOS: no hard limit, but a maximum"),
        pytest.param(256, INFINITE, 10_240, 10_240, id="an older macOS"),
        pytest.param(256, INFINITE, 256, 256, id="one that refuses everything"),
        pytest.param(4096, 4096, INFINITE, 4096, id="all that it may have already"),
        pytest.param(1024, INFINITE, INFINITE, 1_048_576, id="without any limit"),
    ],
)
def test_the_file_limit_is_raised_as_far_as_the_machine_allows(monkeypatch, has, most, allowed, gets):
    now = [(has, most)]

    def set_limit(kind, limits):
        if allowed != INFINITE and limits[0] > allowed:
            raise ValueError("current limit exceeds maximum limit")
        now.append(limits)

    monkeypatch.setattr(resource, "getrlimit", lambda kind: now[-1])
    monkeypatch.setattr(resource, "setrlimit", set_limit)

    assert raise_file_limit() == gets
    assert now[-1] == (gets, most)
