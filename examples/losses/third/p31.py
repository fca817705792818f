# Deep Q style fitted value iteration on a random graph world, with a list of metrics.
import numpy as np
import jax
import jax.numpy as jnp
import optax

STATES, ACTIONS, FEAT = 600, 4, 40
GAMMA = 0.95


class World:
    def __init__(self, seed=0):
        r = np.random.default_rng(seed)
        self.succ = jnp.asarray(r.integers(0, STATES, (STATES, ACTIONS)), jnp.int32)
        self.reward = jnp.asarray((r.random(STATES) < 0.03) * 1.0, jnp.float32)
        self.phi = jnp.asarray(r.standard_normal((STATES, FEAT)), jnp.float32)


def init(key):
    a, b, c = jax.random.split(key, 3)
    he = lambda k, i, o: jax.random.normal(k, (i, o)) * jnp.sqrt(2.0 / i)
    return {"a": he(a, FEAT, 256), "b": he(b, 256, 256), "q": 0.1 * he(c, 256, ACTIONS)}


def q_values(p, phi):
    return jax.nn.relu(jax.nn.relu(phi @ p["a"]) @ p["b"]) @ p["q"]


tx = optax.adam(5e-4)


def bellman_step(params, target, opt, states, succ, reward, phi):
    nxt = succ[states]
    boot = q_values(target, phi[nxt]).max(-1)
    goal = reward[nxt] + GAMMA * boot

    def loss_fn(p):
        return jnp.mean((q_values(p, phi[states]) - goal) ** 2)

    loss, g = jax.value_and_grad(loss_fn)(params)
    upd, opt = tx.update(g, opt)
    params = optax.apply_updates(params, upd)
    target = optax.incremental_update(params, target, 0.02)
    stats = {"loss": loss, "q": boot.mean(), "gnorm": optax.global_norm(g)}
    return params, target, opt, stats


bellman_step = jax.jit(bellman_step, donate_argnums=(0, 1, 2))


def exact_values(w, sweeps=300):
    body = lambda _, v: (w.reward[w.succ] + GAMMA * v[w.succ]).max(1)
    return jax.jit(lambda v: jax.lax.fori_loop(0, sweeps, body, v))(jnp.zeros(STATES))


def main():
    world = World()
    params = init(jax.random.key(0))
    target = jax.tree.map(jnp.copy, params)
    opt = tx.init(params)
    rng = np.random.default_rng(1)
    history = []
    for _ in range(600):
        s = rng.integers(0, STATES, 128)
        params, target, opt, stats = bellman_step(
            params, target, opt, s, world.succ, world.reward, world.phi)
        history.append(stats)
    history = jax.device_get(history)
    for k in (0, 200, 400, 599):
        print(k, {n: round(float(v), 4) for n, v in sorted(history[k].items())})
    v = np.asarray(q_values(params, world.phi).max(1))
    print("value rmse", np.sqrt(np.mean((v - np.asarray(exact_values(world))) ** 2)).round(4))


if __name__ == "__main__":
    main()
