"""Calls as they are, of which not all is seen, and that wait for the error."""

import equinox as eqx
import optax
import pytest
from flax import nnx

OPTIONS = {"learning_rate": 1e-3}
optimizer = optax.chain(optax.clip_by_global_norm(1.0), optax.adamw(1e-3, weight_decay=1e-4))
whole = optax.adam(**OPTIONS)
injected = optax.inject_hyperparams(optax.adam)(learning_rate=1e-3)
schedule = optax.warmup_cosine_decay_schedule(0.0, 1e-3, 100, decay_steps=1000, end_value=0.0)
labels = optax.softmax_cross_entropy_with_integer_labels


def make(rngs, key, path, args):
    model = eqx.nn.MLP(2, 2, width_size=8, depth=1, key=key)
    model = eqx.tree_deserialise_leaves(path, model)
    layer = nnx.Linear(4, 4, use_bias=False, rngs=rngs)
    return model, layer, optax.sgd(*args), optax.add_decayed_weights(1e-4, mask=None)


def test_it_says_so():
    with pytest.raises(TypeError):
        optax.adam(lr=1e-3)
