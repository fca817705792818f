# not executed: no codemod writes it
"""How often loops turn is an option of the command line, or a default; the program runs them."""

import argparse
from dataclasses import dataclass

import jax
import jax.numpy as jnp


@dataclass
class Settings:
    steps: int = 1500
    layers: int = 4


def options():
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=1000)
    parser.add_argument("--trace", action="store_true")
    return parser.parse_args()


def walk(args, values):
    # What is left to a default is many turns, and nothing compiles them.
    for t in range(args.steps):  # want: JOL202 (warning) "each of the 1000 iterations"
        best = jnp.tanh(values[-1]) * 0.9 + jnp.sin(values[-1]) - jnp.cos(values[-1])
        values.append(jnp.clip(best, 0.0, 1.0) + jnp.exp(best) * 0.1)
    return values


def of_settings(settings: Settings, values):
    for _ in range(settings.steps):  # want: JOL202 (warning) "each of the 1500 iterations"
        best = jnp.tanh(values[-1]) * 0.9 + jnp.sin(values[-1]) - jnp.cos(values[-1])
        values.append(jnp.clip(best, 0.0, 1.0) + jnp.exp(best) * 0.1)
    for _ in range(settings.layers):  # these are few
        best = jnp.tanh(values[-1]) * 0.9 + jnp.sin(values[-1]) - jnp.cos(values[-1])
        values.append(jnp.clip(best, 0.0, 1.0) + jnp.exp(best) * 0.1)
    return values


def traced(values, steps=1000):
    # Only who asks for it comes here.
    for _ in range(steps):  # want: JOL202 (info) "each of the 1000 iterations"
        best = jnp.tanh(values[-1]) * 0.9 + jnp.sin(values[-1]) - jnp.cos(values[-1])
        values.append(jnp.clip(best, 0.0, 1.0) + jnp.exp(best) * 0.1)
    return values


def offered(values: list[jax.Array], steps=1000):
    # Nobody here runs it: somebody may compile what does.
    for _ in range(steps):  # want: JOL202 (info) "each of the 1000 iterations"
        best = jnp.tanh(values[-1]) * 0.9 + jnp.sin(values[-1]) - jnp.cos(values[-1])
        values.append(jnp.clip(best, 0.0, 1.0) + jnp.exp(best) * 0.1)
    return values


def beside_a_step(args, params):
    values = [params]
    for _ in range(args.steps):  # want: JOL202 (info) "each of the 1000 iterations"
        values.append(jnp.tanh(step(values[-1])) * 0.9 + jnp.sin(values[-1]) - jnp.cos(values[-1]))
        values.append(jnp.clip(values[-1], 0.0, 1.0) + jnp.exp(values[-1]) * 0.1)
    return values


@jax.jit
def step(params):
    return params * 0.99


def main():
    args = options()
    values = walk(args, [jnp.zeros(8)])
    values = of_settings(Settings(), values)
    if args.trace:
        values = traced(values)
    return beside_a_step(args, values[-1])


if __name__ == "__main__":
    main()
