"""Epochs of updates on shuffled minibatches in one compiled function; the last loss is returned."""

import jax
import jax.numpy as jnp


def make(loss_fn, args):
    @jax.jit
    def update(agent_state, storage, key):
        obs = storage.obs.reshape((-1,) + storage.obs.shape[2:])
        returns = storage.returns.reshape(-1)
        grad_fn = jax.value_and_grad(loss_fn, has_aux=True)
        for _ in range(args.update_epochs):
            key, subkey = jax.random.split(key)
            order = jax.random.permutation(subkey, args.batch_size)
            for start in range(0, args.batch_size, args.minibatch_size):  # want: JOL202
                end = start + args.minibatch_size
                rows = order[start:end]
                (loss, (policy, value)), grads = grad_fn(
                    agent_state.params, obs[rows], returns[rows]
                )
                agent_state = agent_state.apply_gradients(grads=grads)
        return agent_state, loss, policy, value, key

    return update


def norm(x):
    return jnp.sqrt(jnp.sum(x**2))
