"""The load calculation for a thousand events agrees with its simulation, and loses nothing."""

from dataclasses import replace

import pytest

from tools.bench.sums import HANDS, KINDS, Costs, Load, Machines, on_paper, simulate

COSTS = Costs()
LOAD = Load(events=40, tables=5, phones=30)
FEW = Machines(web=2, database=1)
TWICE = Machines(**{kind: 2 * getattr(FEW, kind) for kind in KINDS})


def test_every_hand_reaches_its_phones_and_every_phone_gets_its_page():
    seen = simulate(LOAD, FEW, COSTS)

    assert len(seen.late) == LOAD.events * LOAD.tables * HANDS
    assert len(seen.waited) == LOAD.events * LOAD.phones


def test_the_simulation_does_the_work_of_the_sum():
    assert simulate(LOAD, FEW, COSTS).busy == pytest.approx(on_paper(LOAD, FEW, COSTS))


def test_twice_the_machines_are_half_as_busy():
    once, twice = (simulate(LOAD, machines, COSTS).busy for machines in (FEW, TWICE))

    assert {kind: 2 * twice[kind] for kind in KINDS} == pytest.approx(once)


def test_twice_the_events_are_twice_the_work():
    more = replace(LOAD, events=2 * LOAD.events)

    once, twice = (on_paper(load, FEW, COSTS) for load in (LOAD, more))

    assert twice == pytest.approx({kind: 2 * once[kind] for kind in KINDS})


def test_nobody_is_served_sooner_than_the_work_takes():
    least = COSTS.hand + COSTS.commit + COSTS.render + LOAD.phones * COSTS.message

    assert min(simulate(LOAD, FEW, COSTS).late) >= least - 1e-9


def test_fewer_machines_let_the_last_phone_wait_longer():
    few, many = (simulate(LOAD, machines, COSTS) for machines in (FEW, TWICE))

    assert sum(few.late) > sum(many.late)
    assert sum(few.waited) > sum(many.waited)


def test_a_seed_is_the_same_day_again():
    assert simulate(LOAD, FEW, COSTS, seed=4) == simulate(LOAD, FEW, COSTS, seed=4)
    assert simulate(LOAD, FEW, COSTS, seed=4) != simulate(LOAD, FEW, COSTS, seed=5)
