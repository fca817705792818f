"""Evolution strategy for a locomotion-like toy: a chain of damped oscillators must travel right."""
import numpy as np
import jax
import jax.numpy as jnp
from jax import lax

N_MASS, HIDDEN, T = 6, 24, 120
POP, SIGMA, LR = 24, 0.08, 0.12
OBS = 2 * N_MASS + 2
DIM = OBS * HIDDEN + HIDDEN * N_MASS

np.random.seed(12)


def policy(theta, obs):
    w1 = theta[: OBS * HIDDEN].reshape(OBS, HIDDEN)
    w2 = theta[OBS * HIDDEN:].reshape(HIDDEN, N_MASS)
    return jnp.tanh(jnp.tanh(obs @ w1) @ w2)


def episode_return(theta):
    rest = jnp.arange(N_MASS) * 1.0

    def tick(carry, t):
        x, v = carry
        rel = x - x.mean() - (rest - rest.mean())
        clock = jnp.array([jnp.sin(0.4 * t), jnp.cos(0.4 * t)])
        force = policy(theta, jnp.concatenate([rel, v, clock]))
        stretch = jnp.diff(x) - 1.0
        spring = jnp.zeros(N_MASS).at[:-1].add(4 * stretch).at[1:].add(-4 * stretch)
        grip = jnp.where(v < 0, 6.0, 0.6)
        internal = force - force.mean()
        v = v + 0.05 * (spring + 3 * internal - grip * v)
        return (x + 0.05 * v, v), 0.01 * jnp.sum(force ** 2)

    (x, _), effort = lax.scan(tick, (rest, jnp.zeros(N_MASS)), jnp.arange(T, dtype=jnp.float32))
    return x.mean() - rest.mean() - 0.05 * effort.mean()


@jax.jit
def generation(theta):
    eps = np.random.standard_normal((POP // 2, DIM)).astype(np.float32)
    eps = jnp.concatenate([eps, -eps])
    scores = jax.vmap(episode_return)(theta + SIGMA * eps)
    rank = jnp.argsort(jnp.argsort(scores)) / (POP - 1) - 0.5
    theta = theta + LR * (rank @ eps) / (POP * SIGMA) * 2.0
    return theta, scores.mean()


def main():
    theta = jnp.asarray(0.1 * np.random.standard_normal(DIM), jnp.float32)
    curve = []
    for _ in range(500):
        theta, score = generation(theta)
        curve.append(score)
    curve = np.array(jax.device_get(curve))
    for g in (0, 100, 300, 499):
        print(f"generation {g:3d}  mean return {curve[g]:.4f}")
    print("final return", float(jax.jit(episode_return)(theta)))


if __name__ == "__main__":
    main()
