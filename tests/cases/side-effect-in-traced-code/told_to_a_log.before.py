# not executed: reported, there is no rewrite
import logging

import jax
import jax.numpy as jnp
from absl import logging as absl_logging

logger = logging.getLogger(__name__)


@jax.jit
def step(params, batch):
    logging.info("step(batch=%s)", batch)  # want: JOL803 (info) "`logging.info` runs once"
    absl_logging.info("params %s", params)  # want: JOL803 (info) "runs once"
    logger.debug("compiled for %s", batch)  # want: JOL803 (info) "`logger.debug` runs once"
    print("batch", batch)  # want: JOL803 (info) "`print` runs once"
    return jnp.mean(params * batch)
