"""Denoising diffusion on 2-D point sets (eight Gaussians)."""
import dataclasses
import numpy as np
import jax
import jax.numpy as jnp
import optax


@dataclasses.dataclass
class Args:
    hidden: int = 256
    batch: int = 512
    epochs: int = 10
    per_epoch: int = 60
    lr: float = 1e-3


def eight_gaussians(rng, n):
    c = rng.integers(0, 8, n) * np.pi / 4
    pts = 2.0 * np.stack([np.cos(c), np.sin(c)], 1) + 0.1 * rng.standard_normal((n, 2))
    return pts.astype(np.float32)


def init(key, args):
    sizes = (2 + 16, args.hidden, args.hidden, args.hidden, 2)
    ks = jax.random.split(key, len(sizes) - 1)
    return [(jax.random.normal(k, (i, o)) * (1.5 / i) ** 0.5, jnp.zeros(o))
            for k, i, o in zip(ks, sizes[:-1], sizes[1:])]


def time_features(t):
    f = 2.0 ** jnp.arange(8) * 0.5
    a = t[:, None] * f
    return jnp.concatenate([jnp.sin(a), jnp.cos(a)], -1)


def eps_net(params, x, t):
    h = jnp.concatenate([x, time_features(t)], -1)
    for w, b in params[:-1]:
        h = jax.nn.silu(h @ w + b)
    w, b = params[-1]
    return h @ w + b


def alpha_bar(t):
    return jnp.cos(0.5 * jnp.pi * t) ** 2


def loss_fn(params, x0, key):
    kt, ke = jax.random.split(key)
    t = jax.random.uniform(kt, (x0.shape[0],), minval=0.01, maxval=0.99)
    eps = jax.random.normal(ke, x0.shape)
    ab = alpha_bar(t)[:, None]
    xt = jnp.sqrt(ab) * x0 + jnp.sqrt(1 - ab) * eps
    return jnp.mean((eps_net(params, xt, t) - eps) ** 2)


def main(args=Args()):
    root = jax.random.key(5)
    k_init, k_noise, k_eval = jax.random.split(root, 3)
    params = init(k_init, args)
    tx = optax.adam(args.lr)
    opt = tx.init(params)

    @jax.jit
    def step(params, opt, x0, key):
        loss, g = jax.value_and_grad(loss_fn)(params, x0, key)
        upd, opt = tx.update(g, opt)
        return optax.apply_updates(params, upd), opt, loss

    rng = np.random.default_rng(0)
    heldout = eight_gaussians(np.random.default_rng(1), 8192)
    for epoch in range(args.epochs):
        losses = []
        for b in range(args.per_epoch):
            key = jax.random.fold_in(k_noise, epoch)
            params, opt, loss = step(params, opt, eight_gaussians(rng, args.batch), key)
            losses.append(loss)
        if epoch % 4 == 1:
            print(f"epoch {epoch:2d}  train {np.mean(jax.device_get(losses)):.4f}")
    print("held-out eps loss", float(jax.jit(loss_fn)(params, heldout, k_eval)))


if __name__ == "__main__":
    main()
