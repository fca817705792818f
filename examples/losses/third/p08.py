"""Batch-norm ConvNet in plain JAX; a static flag chooses between training and evaluation."""
from functools import partial
import numpy as np
import jax
import jax.numpy as jnp

CH = (1, 12, 24, 48)


def init(key):
    params, stats = [], []
    for k, i, o in zip(jax.random.split(key, 3), CH[:-1], CH[1:]):
        params.append({"w": jax.random.normal(k, (3, 3, i, o)) * (2 / (9 * i)) ** 0.5,
                       "g": jnp.ones(o), "b": jnp.zeros(o)})
        stats.append({"mu": jnp.zeros(o), "var": jnp.ones(o)})
    head = jax.random.normal(jax.random.fold_in(key, 9), (CH[-1], 6)) / CH[-1] ** 0.5
    return {"conv": params, "head": head}, stats


@partial(jax.jit, static_argnames="train")
def forward(params, stats, x, train):
    new = []
    for p, s in zip(params["conv"], stats):
        x = jax.lax.conv_general_dilated(x, p["w"], (2, 2), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
        if train:
            mu, var = x.mean((0, 1, 2)), x.var((0, 1, 2))
            s = jax.tree.map(lambda old, now: 0.9 * old + 0.1 * now, s, {"mu": mu, "var": var})
        else:
            mu, var = s["mu"], s["var"]
        new.append(s)
        x = jax.nn.relu((x - mu) * jax.lax.rsqrt(var + 1e-5) * p["g"] + p["b"])
    return x.mean((1, 2)) @ params["head"], new


def loss_fn(params, stats, x, y):
    logits, stats = forward(params, stats, x, train=True)
    nll = -jnp.take_along_axis(jax.nn.log_softmax(logits), y[:, None], 1).mean()
    return nll, stats


@partial(jax.jit, donate_argnums=(0, 1, 2))
def train_step(params, stats, mom, x, y):
    (loss, stats), g = jax.value_and_grad(loss_fn, has_aux=True)(params, stats, x, y)
    mom = jax.tree.map(lambda m, d: 0.9 * m + d, mom, g)
    params = jax.tree.map(lambda p, m: p - 0.03 * m, params, mom)
    return params, stats, mom, loss


def textures(n, seed):
    r = np.random.default_rng(seed)
    y = r.integers(0, 6, n).astype(np.int32)
    yy, xx = np.mgrid[:32, :32]
    th = y[:, None, None] * np.pi / 6 + 0.1 * r.standard_normal((n, 1, 1))
    ph = r.uniform(0, 6.3, (n, 1, 1))
    img = np.sin(0.9 * (xx * np.cos(th) + yy * np.sin(th)) + ph) + 1.5 * r.standard_normal((n, 32, 32))
    return img.astype(np.float32)[..., None], y


def accuracy(params, stats, x, y, bs=512):
    hits = [(forward(params, stats, x[s:s + bs], train=False)[0].argmax(-1) == y[s:s + bs]).sum()
            for s in range(0, len(x), bs)]
    return sum(int(h) for h in hits) / len(x)


def main():
    x, y = textures(4096, 0)
    xt, yt = textures(2048, 1)
    params, stats = init(jax.random.key(0))
    mom = jax.tree.map(jnp.zeros_like, params)
    rng = np.random.default_rng(2)
    for epoch in range(2):
        losses = []
        for idx in rng.permutation(len(x)).reshape(-1, 64):
            params, stats, mom, loss = train_step(params, stats, mom, x[idx], y[idx])
            losses.append(loss)
        print(f"epoch {epoch} loss {np.mean(jax.device_get(losses)):.4f} acc {accuracy(params, stats, xt, yt):.4f}")


if __name__ == "__main__":
    main()
