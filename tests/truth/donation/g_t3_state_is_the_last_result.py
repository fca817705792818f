"""The new state is the last of the results."""

import jax
import jax.numpy as jnp


def learn(net, q_state, buffer, env, gamma, steps, every):
    @jax.jit
    def update(q_state, obs, actions, next_obs, rewards, dones):  # want: JOL301
        best = jnp.max(net.apply(q_state.target_params, next_obs), axis=-1)
        goal = rewards + (1 - dones) * gamma * best

        def td_loss(params):
            q = net.apply(params, obs)
            q = q[jnp.arange(q.shape[0]), actions.squeeze()]
            return ((q - goal) ** 2).mean(), q

        (loss, q), grads = jax.value_and_grad(td_loss, has_aux=True)(q_state.params)
        q_state = q_state.apply_gradients(grads=grads)
        return loss, q, q_state

    obs = env.reset()
    for step in range(steps):
        action = jax.device_get(net.apply(q_state.params, obs).argmax(axis=-1))
        obs = env.step(action)
        data = buffer.sample(32)
        loss, q, q_state = update(
            q_state, data.obs, data.actions, data.next_obs, data.rewards, data.dones
        )
        if step % every == 0:
            print(step, loss)
    return q_state
