from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnames=("sizes",))
def split_heads(x, sizes):
    parts, start = [], 0
    for n in sizes:
        parts.append(x[..., start:start + n])
        start += n
    return parts


def project(params, x):
    qkv = x @ params["qkv"]
    d = params["qkv"].shape[1] // 3
    q, k, v = split_heads(qkv, sizes=[d, d, d])
    return jax.nn.softmax(q @ k.T) @ v


if __name__ == "__main__":
    kp, kx = jax.random.split(jax.random.key(1))
    out = project({"qkv": jax.random.normal(kp, (64, 192))}, jax.random.normal(kx, (10, 64)))
    print(out.shape)
