"""Cross-entropy / softmax-weighted policy search for a cart-pole swing-up.

The weighting temperature is annealed from generation to generation.
"""
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np

HORIZON = 200
POP = 256
HIDDEN = 16
DT = 0.02


def unpack(theta):
    w1 = theta[: 5 * HIDDEN].reshape(5, HIDDEN)
    b1 = theta[5 * HIDDEN: 6 * HIDDEN]
    w2 = theta[6 * HIDDEN: 7 * HIDDEN]
    return w1, b1, w2


def policy(theta, s):
    w1, b1, w2 = unpack(theta)
    x, v, a, w = s
    feats = jnp.stack([x, v, jnp.cos(a), jnp.sin(a), w])
    return 10.0 * jnp.tanh(jnp.tanh(feats @ w1 + b1) @ w2)


def dynamics(s, force):
    x, v, a, w = s
    mc, mp, l, g = 1.0, 0.1, 0.5, 9.8
    sa, ca = jnp.sin(a), jnp.cos(a)
    tmp = (force + mp * l * w ** 2 * sa) / (mc + mp)
    wdot = (g * sa - ca * tmp) / (l * (4.0 / 3.0 - mp * ca ** 2 / (mc + mp)))
    vdot = tmp - mp * l * wdot * ca / (mc + mp)
    return jnp.stack([x + DT * v, v + DT * vdot, a + DT * w, w + DT * wdot])


def episode_return(theta):
    def body(s, _):
        u = policy(theta, s)
        s = dynamics(s, u)
        reward = jnp.cos(s[2]) - 0.01 * s[0] ** 2 - 1e-4 * u ** 2
        return s, reward

    start = jnp.array([0.0, 0.0, jnp.pi, 0.0])
    _, rewards = jax.lax.scan(body, start, None, length=HORIZON)
    return rewards.sum()


@partial(jax.jit, static_argnames=("temperature", "pop"))
def generation(key, mean, std, temperature, pop):
    """Sample a population, weight it with exp(return / temperature), refit."""
    noise = jax.random.normal(key, (pop, mean.shape[0]))
    thetas = mean + std * noise
    returns = jax.vmap(episode_return)(thetas)
    w = jax.nn.softmax((returns - returns.max()) / temperature)
    new_mean = w @ thetas
    new_std = jnp.sqrt(w @ (thetas - new_mean) ** 2 + 0.02 ** 2)
    return new_mean, 0.7 * std + 0.3 * new_std, returns.max(), returns.mean()


def main(generations=14):
    key = jax.random.PRNGKey(3)
    mean = jnp.zeros(7 * HIDDEN)
    std = jnp.full(7 * HIDDEN, 0.8)
    keys = jax.random.split(key, generations)
    keys = np.asarray(keys)
    temperature = 20.0
    history = []
    for g in range(generations):
        mean, std, best, avg = generation(keys[g], mean, std, temperature, POP)
        history.append((best, avg))
        temperature = max(0.9 * temperature, 1.0)

    for g, (best, avg) in enumerate(jax.device_get(history)):
        if g % 5 == 4:
            print(f"generation {g + 1:3d}: best {best:8.2f}  mean {avg:8.2f}")


if __name__ == "__main__":
    main()
