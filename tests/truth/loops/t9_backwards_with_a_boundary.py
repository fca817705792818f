"""From the last step to the first; the last one takes its neighbour from elsewhere."""

import jax
import jax.numpy as jnp


def make(critic, args):
    @jax.jit
    def compute_gae(agent_state, next_obs, next_done, storage):
        storage = storage.replace(advantages=storage.advantages.at[:].set(0.0))
        next_value = critic.apply(agent_state.params, next_obs).squeeze()
        last = 0
        for t in reversed(range(args.num_steps)):  # want: JOL202
            if t == args.num_steps - 1:
                alive = 1.0 - next_done
                values = next_value
            else:
                alive = 1.0 - storage.dones[t + 1]
                values = storage.values[t + 1]
            delta = storage.rewards[t] + args.gamma * values * alive - storage.values[t]
            last = delta + args.gamma * args.lam * alive * last
            storage = storage.replace(advantages=storage.advantages.at[t].set(last))
        return storage.replace(returns=storage.advantages + storage.values)

    return compute_gae
