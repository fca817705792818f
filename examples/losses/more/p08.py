"""Denoising score matching on a toy distribution; noise keys by fold_in of the step."""
import flax.linen as nn
import jax
import jax.numpy as jnp
import numpy as np
import optax

SIGMAS = np.geomspace(0.02, 1.5, 32).astype(np.float32)


class ScoreNet(nn.Module):
    width: int = 128

    @nn.compact
    def __call__(self, x, log_sigma):
        freq = jnp.exp(jnp.linspace(0.0, 3.0, 8))
        s = log_sigma[:, None] * freq
        h = jnp.concatenate([x, jnp.sin(s), jnp.cos(s)], -1)
        h = nn.silu(nn.Dense(self.width)(h))
        for _ in range(2):
            h = h + nn.silu(nn.Dense(self.width)(h))
        return nn.Dense(2)(h)


def spirals(n, rng):
    t = rng.uniform(0.5, 3.0, n) * np.pi
    arm = rng.integers(0, 2, n) * np.pi
    xy = np.stack([t * np.cos(t + arm), t * np.sin(t + arm)], 1) / 8.0
    return xy.astype(np.float32)


def dsm_loss(apply, params, x, key):
    k_level, k_noise = jax.random.split(key)
    sigma = jnp.asarray(SIGMAS)[jax.random.randint(k_level, (x.shape[0],), 0, len(SIGMAS))]
    noise = jax.random.normal(k_noise, x.shape)
    out = apply(params, x + sigma[:, None] * noise, jnp.log(sigma))
    return jnp.mean(jnp.sum((out + noise) ** 2, -1))


def sample(apply, params, key, n):
    """Annealed Langevin dynamics from the highest noise level."""
    k_start, k_run = jax.random.split(key)
    levels = jnp.asarray(SIGMAS[::-1].copy())

    def body(x, inp):
        sigma, k = inp
        score = apply(params, x, jnp.full(n, jnp.log(sigma))) / sigma
        return x + 0.5 * sigma ** 2 * score + 0.5 * sigma * jax.random.normal(k, x.shape), None

    x = levels[0] * jax.random.normal(k_start, (n, 2))
    x, _ = jax.lax.scan(body, x, (levels, jax.random.split(k_run, len(SIGMAS))))
    return x


def main(steps=400, batch=256):
    data = spirals(20000, np.random.default_rng(0))
    rng = np.random.default_rng(1)
    k_init, k_train, k_sample = jax.random.split(jax.random.PRNGKey(0), 3)
    model = ScoreNet()
    params = jax.jit(model.init)(k_init, data[:1], np.zeros(1, np.float32))
    tx = optax.adam(optax.cosine_decay_schedule(2e-3, steps))
    opt_state = jax.jit(tx.init)(params)

    @jax.jit
    def train_step(params, opt_state, x, step):
        key = jax.random.fold_in(k_train, step)
        loss, grads = jax.value_and_grad(lambda p: dsm_loss(model.apply, p, x, key))(params)
        updates, opt_state = tx.update(grads, opt_state)
        return optax.apply_updates(params, updates), opt_state, loss

    for step in range(steps):
        x = data[rng.integers(0, len(data), batch)]
        params, opt_state, loss = train_step(params, opt_state, x, step)
        if (step + 1) % 200 == 0:
            print(f"step {step + 1}: loss {float(loss):.4f}")

    points = np.asarray(jax.jit(lambda p, k: sample(model.apply, p, k, 1000))(params, k_sample))
    print(f"sample radius {np.linalg.norm(points, axis=1).mean():.3f}, "
          f"data radius {np.linalg.norm(data, axis=1).mean():.3f}")


if __name__ == "__main__":
    main()
