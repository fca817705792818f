import jax
import jax.numpy as jnp


def value(theta, state):
    return jnp.dot(theta, state)


def td_loss(theta, state, reward, following):
    target = reward + 0.9 * value(theta, following)
    return 0.5 * (target - value(theta, state)) ** 2


@jax.jit
def td_update(theta, batch):
    losses = lambda t: jnp.mean(jax.vmap(td_loss, in_axes=(None, 0, 0, 0))(t, *batch))
    return theta - 0.1 * jax.grad(losses)(theta)


k1, k2, k3 = jax.random.split(jax.random.key(0), 3)
batch = (jax.random.normal(k1, (32, 4)), jax.random.uniform(k2, (32,)), jax.random.normal(k3, (32, 4)))
theta = jnp.zeros(4)
for _ in range(50):
    theta = td_update(theta, batch)
print(theta)
