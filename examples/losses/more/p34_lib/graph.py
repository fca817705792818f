"""A synthetic road network."""
import numpy as np


def road_network(n, rng):
    """Nodes along random streets in the unit square."""
    streets = 40
    start, end = rng.random((2, streets, 2))
    which = rng.integers(0, streets, n)
    t = rng.random((n, 1))
    pos = start[which] * (1 - t) + end[which] * t
    return (pos + 0.005 * rng.standard_normal((n, 2))).astype(np.float32)


def affinity_matrix(pos, width):
    """Symmetrically normalised Gaussian affinity [n, n]."""
    sq = (pos ** 2).sum(1)
    d2 = sq[:, None] + sq[None] - 2.0 * pos @ pos.T
    a = np.exp(-np.maximum(d2, 0.0) / (2.0 * width ** 2)).astype(np.float32)
    s = 1.0 / np.sqrt(a.sum(1))
    return a * s[:, None] * s[None]
