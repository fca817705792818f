import jax
import numpy as np


def parameters():
    return {"w": np.random.normal(size=(3, 3)), "b": np.zeros(3)}


SHAPES = jax.eval_shape(parameters)
