import jax
import jax.numpy as jnp
import optax

TARGET_DECAY = 0.995


def q_values(params, obs):
    return jnp.tanh(obs @ params["w1"]) @ params["w2"]


k1, k2, k3 = jax.random.split(jax.random.key(0), 3)
online = {"w1": jax.random.normal(k1, (4, 16)), "w2": jax.random.normal(k2, (16, 2))}
target = jax.tree.map(jnp.copy, online)
tx = optax.rmsprop(1e-3)
opt_state = tx.init(online)
obs = jax.random.normal(k3, (32, 4))


@jax.jit
def learn(online, target, opt_state):
    def td_loss(p):
        backup = 1.0 + 0.99 * q_values(target, obs).max(axis=-1)
        return jnp.mean(optax.huber_loss(q_values(p, obs)[:, 0], backup))

    grads = jax.grad(td_loss)(online)
    updates, opt_state = tx.update(grads, opt_state)
    online = optax.apply_updates(online, updates)
    target = optax.incremental_update(online, target, step_size=TARGET_DECAY)
    return online, target, opt_state


for _ in range(10):
    online, target, opt_state = learn(online, target, opt_state)
print(q_values(target, obs).mean())
