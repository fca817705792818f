"""First of all, where it may not have started, where it is asked first, and where an error is
waited for."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

SIZES = np.zeros(3)


def first(address):
    jax.distributed.initialize(address)
    return jax.device_count(), jnp.zeros(3)


def maybe(verbose, address):
    if verbose:
        print(jax.devices())
    jax.distributed.initialize(address)


def later(address):
    def show():
        return jax.devices()

    jax.distributed.initialize(address)
    return show()


def count(only):
    if only:
        return 1
    return jax.device_count()


def asked(address):
    number = count(True)
    jax.distributed.initialize(address)
    return number


def host():
    rows = np.zeros(3)
    jax.distributed.initialize()
    return rows


def test_late():
    jnp.zeros(3)
    with pytest.raises(RuntimeError):
        jax.distributed.initialize()


if __name__ == "__main__":
    jax.distributed.initialize()
    print(jax.devices())


def counted(chains, verbose):
    jax.config.update("jax_num_cpu_devices", chains)
    jax.config.update("jax_debug_nans", verbose)
    return jax.devices()
