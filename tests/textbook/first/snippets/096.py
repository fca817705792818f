import jax
import jax.numpy as jnp


def value(theta, s):
    h = jax.nn.relu(s @ theta["w1"] + theta["b1"])
    return jnp.squeeze(h @ theta["w2"], -1)


def td_loss(theta, s, r, s_next, discount):
    target = r + discount * value(theta, s_next)
    return jnp.mean((target - value(theta, s)) ** 2)


@jax.jit(donate_argnums=0)
def td_update(theta, transition, lr):
    s, r, s_next = transition
    g = jax.grad(td_loss)(theta, s, r, s_next, 0.99)
    return jax.tree.map(lambda p, d: p - lr * d, theta, g)


def learn(theta, replay, steps, lr=1e-3):
    for _ in range(steps):
        theta = td_update(theta, replay.sample(256), lr)
    return theta
