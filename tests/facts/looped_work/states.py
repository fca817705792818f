"""States whose fields are written down, and arrays that are known by how they are written to."""

import dataclasses
from typing import ClassVar, NamedTuple

import jax.numpy as jnp
import numpy as np


class Column(NamedTuple):
    temperature: jnp.ndarray
    depth: jnp.ndarray
    count: int


@dataclasses.dataclass(frozen=True)
class Forcing:
    units: ClassVar[str] = "K"
    wind: jnp.ndarray
    column: Column


class Settings(NamedTuple):
    steps: int
    grid: np.ndarray


def diffused(column: Column, n):
    for j in range(1, n):  # fact: looped_work 7 over numbers, carries, gathers
        below = column.temperature[j - 1]
        flux = (below - column.temperature[j]) / column.depth[j]
        column = column._replace(temperature=column.temperature.at[j].set(below - flux))
    return column


def blown(forcing: Forcing, n):
    total = 0.0
    for j in range(n):  # fact: looped_work 4 over numbers, carries
        total = total + forcing.wind[j] * forcing.column.depth[j]
    return total


def made(n):
    column = Column(jnp.zeros(n), jnp.ones(n), 3)
    total = 0.0
    for j in range(n):  # fact: looped_work 4 over numbers, carries
        total = total + column.temperature[j] * column.depth[j]
    return total


def replaced(n):
    forcing = Forcing(jnp.zeros(n), Column(jnp.zeros(n), jnp.ones(n), 3))
    for j in range(n):  # fact: looped_work 3 over numbers, carries
        wind = forcing.wind + forcing.column.depth[j]
        forcing = dataclasses.replace(forcing, wind=wind * 2.0)
    return forcing


def of_the_host(settings: Settings, n):
    total = 0.0
    for j in range(n):  # fact: looped_work 0 over numbers
        total = total + settings.grid[j] * settings.steps
    return jnp.asarray(total)


def unknown_but_written_to(state, n):
    heat = state.heat
    for j in range(n):  # fact: looped_work 3 over numbers, gathers
        heat = heat.at[j].set(2.0 * jnp.sin(state.angle))
    return heat


def table(frame, n):
    for j in range(n):  # fact: looped_work 0 over numbers
        frame.at[j, "heat"] = frame.at[j, "heat"] + 1.0
    return frame, jnp.zeros(n)
