"""DQN on a vectorised grid world with the replay memory in device arrays."""
import dataclasses

import jax
import jax.numpy as jnp
import numpy as np
import optax

SIDE = 16
OBS = SIDE * SIDE
ENVS = 16
CAPACITY = 30_000


@dataclasses.dataclass
class Hyper:
    gamma: float = 0.97
    lr: float = 1e-3
    batch: int = 64
    hidden: int = 64
    steps: int = 200


def init_net(rng, hidden):
    def w(a, b):
        return (rng.standard_normal((a, b)) / np.sqrt(a)).astype(np.float32)

    return jax.device_put({"w1": w(OBS, hidden), "b1": np.zeros(hidden, np.float32),
                           "w2": w(hidden, 4), "b2": np.zeros(4, np.float32)})


def q_values(params, obs):
    return jax.nn.relu(obs @ params["w1"] + params["b1"]) @ params["w2"] + params["b2"]


def observe(pos, goal):
    """Agent and goal as marks on the flattened grid."""
    grid = jax.nn.one_hot(pos[:, 0] * SIDE + pos[:, 1], OBS)
    return grid - jax.nn.one_hot(goal[:, 0] * SIDE + goal[:, 1], OBS)


@jax.jit
def act_and_move(params, pos, goal, key):
    """Epsilon-greedy moves of all agents; the goal jumps when reached."""
    k1, k2, k3 = jax.random.split(key, 3)
    obs = observe(pos, goal)
    greedy = q_values(params, obs).argmax(-1)
    action = jnp.where(jax.random.uniform(k1, (ENVS,)) < 0.2,
                       jax.random.randint(k2, (ENVS,), 0, 4), greedy)
    move = jnp.array([[0, 1], [0, -1], [1, 0], [-1, 0]])[action]
    new = jnp.clip(pos + move, 0, SIDE - 1)
    done = jnp.all(new == goal, -1)
    reward = jnp.where(done, 1.0, -0.01)
    item = {"obs": obs, "next": observe(new, goal), "action": action,
            "reward": reward, "done": done.astype(jnp.float32)}
    goal = jnp.where(done[:, None], jax.random.randint(k3, (ENVS, 2), 0, SIDE), goal)
    return new, goal, item


def empty_memory():
    shapes = {"obs": (OBS,), "next": (OBS,), "reward": (), "done": ()}
    memory = {k: np.zeros((CAPACITY,) + s, np.float32) for k, s in shapes.items()}
    memory["action"] = np.zeros(CAPACITY, np.int32)
    return jax.device_put(memory)


@jax.jit
def remember(memory, item, at):
    return {k: jax.lax.dynamic_update_slice_in_dim(memory[k], item[k], at, 0) for k in memory}


def td_loss(params, target, b, gamma):
    q = jnp.take_along_axis(q_values(params, b["obs"]), b["action"][:, None], 1)[:, 0]
    best = q_values(target, b["next"]).max(-1)
    y = b["reward"] + gamma * (1.0 - b["done"]) * best
    return jnp.mean(optax.huber_loss(q, jax.lax.stop_gradient(y)))


def main(h=Hyper()):
    rng = np.random.default_rng(0)
    params = target = init_net(rng, h.hidden)
    tx = optax.adam(h.lr)
    opt_state = jax.jit(tx.init)(params)

    @jax.jit
    def learn(params, target, opt_state, memory, idx):
        b = {k: v[idx] for k, v in memory.items()}
        loss, grads = jax.value_and_grad(td_loss)(params, target, b, h.gamma)
        updates, opt_state = tx.update(grads, opt_state)
        return optax.apply_updates(params, updates), opt_state, loss

    memory = empty_memory()
    pos, goal = jax.device_put(rng.integers(0, SIDE, (2, ENVS, 2)).astype(np.int32))
    keys = np.asarray(jax.random.split(jax.random.PRNGKey(0), h.steps))
    for step in range(h.steps):
        pos, goal, item = act_and_move(params, pos, goal, keys[step])
        memory = remember(memory, item, np.int32(step * ENVS % CAPACITY))
        idx = rng.integers(0, min((step + 1) * ENVS, CAPACITY), h.batch)
        params, opt_state, loss = learn(params, target, opt_state, memory, idx)
        if (step + 1) % 50 == 0:
            target = params
            print(f"step {step + 1}: td loss {float(loss):.5f}")


if __name__ == "__main__":
    main()
