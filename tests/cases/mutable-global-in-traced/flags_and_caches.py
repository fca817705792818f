import logging

import jax
from absl import flags

FLAGS = flags.FLAGS
log = logging.getLogger(__name__)
_CACHE = {}


@jax.jit
def step(x):
    log.info("tracing")
    _CACHE[x.shape] = True
    return x * FLAGS.rate


def main():
    log.setLevel(logging.INFO)
    _CACHE.clear()
    return step(1.0), step(2.0)
