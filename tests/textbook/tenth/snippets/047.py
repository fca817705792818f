import jax
import jax.numpy as jnp


@jax.jit
def ppo_objective(log_ratio, advantage, eps=0.2):
    ratio = jnp.exp(log_ratio)
    clipped = jnp.clip(ratio, a_min=1.0 - eps, a_max=1.0 + eps)
    return -jnp.mean(jnp.minimum(ratio * advantage, clipped * advantage))


@jax.jit
def normalise(adv):
    return (adv - adv.mean()) / (adv.std() + 1e-8)


k1, k2 = jax.random.split(jax.random.key(0))
log_ratio = 0.1 * jax.random.normal(k1, (256,))
advantage = normalise(jax.random.normal(k2, (256,)))
value, grad = jax.value_and_grad(ppo_objective)(log_ratio, advantage)
print(value, grad.shape)
