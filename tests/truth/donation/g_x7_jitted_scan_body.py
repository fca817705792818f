"""A compiled function that is a scan's body: donation counts for the outermost one only."""

import jax
import jax.numpy as jnp
import optax


def train(env, policy, optimizer, key, state, ts, steps):
    def update(params, opt_state, obs):
        grads = jax.grad(lambda p: jnp.mean(policy(p, obs) ** 2))(params)
        delta, opt_state = optimizer.update(grads, opt_state)
        return optax.apply_updates(params, delta), opt_state

    @jax.jit
    def one_round(carry, _):
        key, state, ts = carry
        key, draw = jax.random.split(key)
        state = env.step(state, policy(ts["params"], state.obs))
        params, opt_state = update(ts["params"], ts["opt"], state.obs)
        ts = {"params": params, "opt": opt_state}
        return (key, state, ts), {"reward": jnp.mean(state.reward)}

    (key, state, ts), metrics = jax.lax.scan(one_round, (key, state, ts), length=steps)
    return ts, metrics
