"""Plain NumPy."""

import jax
import numpy as np


def forward(pi: np.ndarray, a: np.ndarray, likelihood: np.ndarray):
    alpha = pi * likelihood[0]
    for t in range(1, likelihood.shape[0]):
        alpha = (alpha @ a) * likelihood[t]
    return alpha
