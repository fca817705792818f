import math

import jax
import numpy as np


def inputs(key):
    return ([0.5, 0.25, -1.5, 2.0],)


def run(parts):
    """The total of the parts to the last digit."""
    return float(np.sum(np.asarray(parts, np.float64)))
