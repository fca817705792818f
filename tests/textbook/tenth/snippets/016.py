import jax
import jax.numpy as jnp


def value_fn(theta, state):
    return jnp.dot(jnp.tanh(state), theta)


def td_loss(theta, s_tm1, r_t, s_t, discount=0.95):
    v_tm1 = value_fn(theta, s_tm1)
    target = r_t + discount * value_fn(theta, s_t)
    return 0.5 * (target - v_tm1) ** 2


@jax.jit
def td_update(theta, transitions, lr=0.1):
    s_tm1, r_t, s_t = transitions
    grads = jax.vmap(jax.grad(td_loss), in_axes=(None, 0, 0, 0))(
        theta, s_tm1, r_t, s_t
    )
    return theta - lr * jnp.mean(grads, axis=0)


k1, k2, k3 = jax.random.split(jax.random.key(0), 3)
transitions = (
    jax.random.normal(k1, (32, 4)),
    jax.random.uniform(k2, (32,)),
    jax.random.normal(k3, (32, 4)),
)
theta = jnp.zeros(4)
for _ in range(20):
    theta = td_update(theta, transitions)
print(theta)
