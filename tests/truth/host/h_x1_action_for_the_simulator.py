"""The action goes to a simulator on the host: it must be fetched."""

import jax
import jax.numpy as jnp
import numpy as np


def learn(net, q_state, envs, buffer, gamma, steps, every, writer):
    @jax.jit
    def update(q_state, obs, actions, goals):
        def loss_fn(params):
            q = net.apply(params, obs)
            return ((q[jnp.arange(q.shape[0]), actions] - goals) ** 2).mean()

        loss, grads = jax.value_and_grad(loss_fn)(q_state.params)
        return loss, q_state.apply_gradients(grads=grads)

    obs, _ = envs.reset(seed=0)
    for step in range(steps):
        if np.random.rand() < 0.1:
            actions = np.array([envs.single_action_space.sample() for _ in range(envs.num_envs)])
        else:
            q = net.apply(q_state.params, obs)
            actions = q.argmax(axis=-1)
            actions = jax.device_get(actions)
        next_obs, rewards, ends, _, infos = envs.step(actions)
        buffer.add(obs, next_obs, actions, rewards, ends)
        obs = next_obs
        if step % 4 == 0:
            data = buffer.sample(32)
            loss, q_state = update(q_state, data.obs, data.actions, data.goals)
            if step % every == 0:
                writer.add_scalar("loss", jax.device_get(loss), step)
    return q_state
