from dataclasses import dataclass

import jax
import jax.numpy as jnp


@dataclass
class ModelConfig:
    heads: int = 8
    dropout: float = 0.0
    causal: bool = True


def attention(q, k, v, cfg):
    s = jnp.einsum("hqd,hkd->hqk", q, k) / jnp.sqrt(q.shape[-1])
    if cfg.causal:
        n = s.shape[-1]
        s = jnp.where(jnp.tril(jnp.ones((n, n), bool)), s, -jnp.inf)
    return jnp.einsum("hqk,hkd->hqd", jax.nn.softmax(s), v)


attention = jax.jit(attention, static_argnames="cfg")


def run(seed=0):
    cfg = ModelConfig(heads=4)
    kq, kk, kv = jax.random.split(jax.random.key(seed), 3)
    shape = (cfg.heads, 128, 32)
    q, k, v = (jax.random.normal(r, shape) for r in (kq, kk, kv))
    return attention(q, k, v, cfg)
