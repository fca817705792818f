"""A recurrent core of haiku is fed its own output, step by step."""

import haiku as hk
import jax
import jax.numpy as jnp


def predict(context, length):
    core = hk.LSTM(32)
    dense = hk.Linear(1)
    state = core.initial_state(context.shape[1])
    outs, state = hk.dynamic_unroll(core, context, state)
    outs = hk.BatchApply(dense)(outs)
    generated = []
    x = outs[-1]
    for _ in range(length - context.shape[0]):  # want: JOL202
        x, state = core(x, state)
        x = dense(x)
        generated.append(x)
    return jnp.concatenate([outs, jnp.stack(generated)])


predict_fn = jax.jit(hk.transform(predict).apply, static_argnums=3)
