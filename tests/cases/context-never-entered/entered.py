"""Contexts that are entered, kept, or handed to what enters them; and what sets things for good."""

import contextlib

import jax
import jax.numpy as jnp
import pytest


def entered(x, device):
    with jax.default_device(device), jax.named_scope("sum"):
        return x.sum()


def stacked(x, device):
    with contextlib.ExitStack() as stack:
        stack.enter_context(jax.default_device(device))
        return x.sum()


def by_hand(device):
    context = jax.default_device(device)
    context.__enter__()
    jax.transfer_guard("log").__enter__()
    return context


def set_for_good(mesh):
    jax.config.update("jax_debug_nans", True)
    jax.set_mesh(mesh)
    jax.profiler.start_trace("/tmp/trace")


@jax.named_scope("block")
def block(x):
    return jnp.tanh(x)


def test_unknown_level():
    with pytest.raises(ValueError):
        jax.transfer_guard("never")


class Own:
    def default_device(self, device):
        self.device = device


Own().default_device("cpu")
