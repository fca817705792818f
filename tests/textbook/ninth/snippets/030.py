import jax
import jax.numpy as jnp

NUM_STATES = 400
GAMMA = 0.95
TOLERANCE = 1e-5


def value_iteration(rewards, transitions):
    def not_converged(carry):
        _, delta, step = carry
        return (delta > TOLERANCE) & (step < 1_000)

    def backup(carry):
        values, _, step = carry
        new_values = rewards + GAMMA * transitions @ values
        return new_values, jnp.max(jnp.abs(new_values - values)), step + 1

    init = (jnp.zeros(NUM_STATES), jnp.asarray(jnp.inf), 0)
    values, _, _ = jax.lax.while_loop(not_converged, backup, init)
    return values


def objective(reward_weights, features, transitions):
    values = value_iteration(features @ reward_weights, transitions)
    return values[0]


transition_key, feature_key = jax.random.split(jax.random.key(0))
transitions = jax.nn.softmax(jax.random.normal(transition_key, (NUM_STATES, NUM_STATES)))
features = jax.random.normal(feature_key, (NUM_STATES, 16))
gradient = jax.jit(jax.grad(objective))(jnp.ones(16), features, transitions)
print(gradient)
