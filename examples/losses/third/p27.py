"""Mixed-precision style training of a small character decoder with dynamic loss scaling."""
from typing import NamedTuple
import numpy as np
import jax
import jax.numpy as jnp
import optax

from decoder_blocks import init_decoder, decoder_logits

CFG = dict(vocab=96, dim=96, heads=4, layers=6, ctx=32)
GROWTH = 2.0 ** (1 / 200)
CEILING = np.float32(2.0 ** 15)


class TrainState(NamedTuple):
    params: dict
    opt: tuple
    scale: jax.Array


tx = optax.chain(optax.clip_by_global_norm(1.0), optax.adamw(1e-3))


def loss_fn(params, tokens):
    logits = decoder_logits(params, tokens[:, :-1], CFG["heads"])
    ce = optax.softmax_cross_entropy_with_integer_labels(logits, tokens[:, 1:])
    return ce.mean()


@jax.jit
def update(state, tokens):
    def scaled(p):
        value = loss_fn(p, tokens)
        return value * state.scale, value

    grads, value = jax.grad(scaled, has_aux=True)(state.params)
    grads = jax.tree.map(lambda g: g / state.scale, grads)
    ok = jnp.all(jnp.stack([jnp.all(jnp.isfinite(g)) for g in jax.tree.leaves(grads)]))
    upd, opt = tx.update(grads, state.opt, state.params)
    params = optax.apply_updates(state.params, upd)
    params, opt = jax.tree.map(lambda a, b: jnp.where(ok, a, b),
                               (params, opt), (state.params, state.opt))
    scale = jnp.where(ok, jnp.minimum(state.scale * GROWTH, CEILING), state.scale * 0.5)
    return TrainState(params, opt, scale), value


def make_text(n, seed=0):
    rng = np.random.default_rng(seed)
    period = rng.integers(0, CFG["vocab"], 37)
    noise = rng.integers(0, CFG["vocab"], n)
    text = period[np.arange(n) % 37]
    return np.where(rng.random(n) < 0.1, noise, text).astype(np.int32)


def sample_batch(rng, text, batch):
    start = rng.integers(0, len(text) - CFG["ctx"] - 1, batch)
    return text[start[:, None] + np.arange(CFG["ctx"] + 1)]


def main():
    params = init_decoder(jax.random.key(1), **{k: CFG[k] for k in ("vocab", "dim", "layers", "ctx")})
    state = TrainState(params, tx.init(params), 2.0 ** 12)
    rng = np.random.default_rng(7)
    text = make_text(20_000)
    curve = []
    for _ in range(15):
        state, value = update(state, sample_batch(rng, text, 4))
        curve.append(value)
    curve = np.array(jax.device_get(curve))
    print("loss first/last", curve[0].round(4), curve[-1].round(4))
    print("scale", float(state.scale))


if __name__ == "__main__":
    main()
