import jax
import jax.numpy as jnp


def q_values(params, obs):
    return jax.nn.relu(obs @ params["w1"]) @ params["w2"]


def td_loss(params, target_params, batch, gamma=0.99):
    q = q_values(params, batch["obs"])
    q = jnp.take_along_axis(q, batch["action"][:, None], axis=1)[:, 0]
    boot = q_values(target_params, batch["next_obs"]).max(axis=1)
    goal = batch["reward"] + gamma * (1.0 - batch["done"]) * boot
    return jnp.mean((q - jax.lax.stop_gradient(goal)) ** 2)


@jax.jit
def learn(params, target_params, batch, lr=1e-3, tau=0.005):
    grads = jax.grad(td_loss)(params, target_params, batch)
    params = jax.tree.map(lambda p, g: p - lr * g, params, grads)
    target_params = jax.tree.map(lambda t, p: t + tau * (p - t), target_params, params)
    return params, target_params
