"""Networks that loops call as they are: by their annotation, and by flax's protocol."""

import equinox as eqx
import flax.linen as nn
import jax.numpy as jnp


def decoded(model: eqx.Module, tokens, n):
    for _ in range(n):
        logits = model(jnp.asarray(tokens))  # want: JOL109 "calls `model` on every iteration"
        tokens.append(int(jnp.argmax(logits)))
    return tokens


def evaluated(module: nn.Module, params, batches):
    right = 0.0
    for x, y in batches:
        logits = module.apply({"params": params}, x)  # want: JOL109 "calls `module.apply` on"
        right += float(jnp.mean(logits == y))
    return right
