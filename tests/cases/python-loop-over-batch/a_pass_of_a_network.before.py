# not executed: only the severity is looked at
"""What a turn computes may be large: a whole pass of a network, whatever it is called."""

import haiku as hk
import jax
import jax.numpy as jnp
from flax import linen as nn


def _networks():
    body = hk.Sequential([hk.Conv2D(16, 3), jax.nn.relu, hk.Conv2D(1, 3)])
    return lambda x: body(x), (lambda x: body(x), lambda x: body(x).mean())


forward = hk.transform(lambda x: hk.Linear(8)(x))
both = hk.multi_transform(_networks)
_, (encode, score) = hk.multi_transform(_networks)


def by_transform(params, xs: jax.Array):
    return jnp.stack([forward.apply(params, None, x) for x in xs])  # want: JOL201 (info)


def by_several(params, xs: jax.Array):
    out = []
    for x in xs:  # want: JOL201 (info)
        out.append(both.apply[0](params, None, x))
    return jnp.stack(out)


def by_unpacked(params, xs: jax.Array):
    return jnp.stack([score(params, None, x) for x in xs])  # want: JOL201 (info)


def of_weights(kernels: jax.Array, image: jax.Array):
    def one(kernel):
        return jax.lax.conv_general_dilated(image, kernel, (1, 1), "SAME")

    return jnp.stack([one(kernel) for kernel in kernels])  # want: JOL201 (info)


def of_its_own(net: nn.Module, params, xs: jax.Array):
    def one(x):
        return jnp.mean(net.apply(params, x) ** 2)

    losses = []
    for i in range(xs.shape[0]):  # want: JOL201 (info)
        losses.append(one(xs[i]))
    return jnp.stack(losses)


def plain(w: jax.Array, xs: jax.Array):
    def one(x):
        return jnp.mean(jnp.tanh(w @ x) ** 2)

    return jnp.stack([one(x) for x in xs])  # want: JOL201 (info)
