"""Five `.item()` in a row, one iteration after the other: five waits."""

import jax
import jax.numpy as jnp
import numpy as np


def train(args, rollout, agent_state, stats, obs, storage, key, writer):
    @jax.jit
    def update(agent_state, storage, key):
        key, draw = jax.random.split(key)

        def loss_fn(params):
            value = jnp.mean(agent_state.apply_fn(params, storage.obs) ** 2)
            policy = jnp.mean(storage.advantages)
            entropy = jax.random.normal(draw).mean()
            return value + policy, (policy, value, entropy)

        (loss, (policy, value, entropy)), grads = jax.value_and_grad(loss_fn, has_aux=True)(
            agent_state.params
        )
        return agent_state.apply_gradients(grads=grads), loss, policy, value, entropy, key

    for iteration in range(1, args.iterations + 1):
        agent_state, stats, obs, storage, key = rollout(agent_state, stats, obs, storage, key)
        agent_state, loss, policy, value, entropy, key = update(agent_state, storage, key)
        returns = np.mean(jax.device_get(stats.returns))
        print(f"{iteration}: {returns}")
        writer.add_scalar("loss/value", value.item(), iteration)  # want: JOL402 JOL404
        writer.add_scalar("loss/policy", policy.item(), iteration)
        writer.add_scalar("loss/entropy", entropy.item(), iteration)
        writer.add_scalar("loss/all", loss.item(), iteration)
    return agent_state
