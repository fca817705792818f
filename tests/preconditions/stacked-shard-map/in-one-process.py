# rule: pmap-data-parallel
"""Of several processes each gives `jax.pmap` the rows of its own devices; a mesh holds all."""
import jax


@jax.pmap
def step(x):
    return x * 2


def run(x):
    return step(x)
# file: launch.py
import jax
import main


def start(address, rank, x):
    print(address, rank)  # holds
    jax.distributed.initialize(address, 4, rank)  # broken
    return main.run(x)
