"""Plain MLPs as dicts of arrays."""
import jax
import numpy as np

TEACHER = (1024, 4096, 3072, 100)
STUDENT = (1024, 64, 100)


def _weights(sizes, rng):
    out = {}
    for i, (a, b) in enumerate(zip(sizes[:-1], sizes[1:])):
        out[f"w{i}"] = (rng.standard_normal((a, b), dtype=np.float32) * (2.0 / a) ** 0.5)
        out[f"b{i}"] = np.zeros(b, np.float32)
    return out


def teacher_weights(rng):
    return _weights(TEACHER, rng)


def student_weights(rng):
    return _weights(STUDENT, rng)


def forward(weights, x):
    depth = len(weights) // 2
    for i in range(depth):
        x = x @ weights[f"w{i}"] + weights[f"b{i}"]
        if i < depth - 1:
            x = jax.nn.relu(x)
    return x
