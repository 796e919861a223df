"""Sentences of simulations, by code: refusals, and entries of the log."""

REFUSALS = {
    "simulation.no-phase-one": "There is no Phase I to simulate: everybody goes straight into the bracket.",
    "simulation.none": "No simulation is running. Start one with the button above.",
    "simulation.number": "Choose {least} to {most} {things}.",
    "simulation.running": "A simulation is running already. Wait for it, or stop it first.",
}

LOG = {
    "simulation.asked": "A simulation of {days} days with {many} {who} at {tables} tables began.",
    "simulation.finished": "The simulation is done.",
    "simulation.stopped": "The simulation was stopped.",
}
