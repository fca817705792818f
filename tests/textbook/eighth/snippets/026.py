"""Feature standardization carried in a registered dataclass."""
import dataclasses
from functools import partial

import jax
import jax.numpy as jnp

FEATURES, CLASSES, BATCH = 300, 20, 1024


@partial(
    jax.tree_util.register_dataclass,
    data_fields=["weights", "bias"],
    meta_fields=["feature_mean", "feature_std"],
)
@dataclasses.dataclass
class Classifier:
    weights: jax.Array
    bias: jax.Array
    feature_mean: jax.Array
    feature_std: jax.Array


@jax.jit
def predict(model, x):
    z = (x - model.feature_mean) / model.feature_std
    return jnp.argmax(z @ model.weights + model.bias, axis=-1)


if __name__ == "__main__":
    key, kw = jax.random.split(jax.random.key(0))
    weights = 0.05 * jax.random.normal(kw, (FEATURES, CLASSES))
    counts = jnp.zeros((CLASSES,), jnp.int32)
    for site in range(40):
        x = 3.0 + 2.0 * jax.random.normal(jax.random.fold_in(key, site), (BATCH, FEATURES))
        model = Classifier(weights, jnp.zeros((CLASSES,)), x.mean(axis=0), x.std(axis=0))
        counts += jnp.bincount(predict(model, x), length=CLASSES)
    print(counts)
