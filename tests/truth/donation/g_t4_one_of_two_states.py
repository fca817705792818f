"""Two states go in, one comes back; only that one may be donated."""

import jax
import jax.numpy as jnp


def learn(actor, critic, actor_state, critic_state, buffer, gamma, steps):
    @jax.jit
    def update_critic(actor_state, critic_state, obs, actions, next_obs, rewards, ends):  # want: JOL301
        next_actions = actor.apply(actor_state.target_params, next_obs).clip(-1, 1)
        value = critic.apply(critic_state.target_params, next_obs, next_actions).reshape(-1)
        goal = rewards + (1 - ends) * gamma * value

        def td_loss(params):
            q = critic.apply(params, obs, actions).squeeze()
            return ((q - goal) ** 2).mean(), q.mean()

        (loss, q), grads = jax.value_and_grad(td_loss, has_aux=True)(critic_state.params)
        critic_state = critic_state.apply_gradients(grads=grads)
        return critic_state, loss, q

    for step in range(steps):
        data = buffer.sample(64)
        critic_state, loss, q = update_critic(
            actor_state, critic_state, data.obs, data.actions, data.next_obs, data.rewards, data.ends
        )
        act = actor.apply(actor_state.params, jnp.asarray(data.next_obs))
        buffer.note(act)
    return actor_state, critic_state
