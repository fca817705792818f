"""The update is called from within a compiled `_train` that donates."""

from functools import partial

import jax


class Agent:
    @staticmethod
    @jax.jit
    def update_critic(actor_state, critic_state, obs, actions, goals, key):
        key, noise = jax.random.split(key)

        def loss_fn(params):
            q = critic_state.apply_fn(params, obs, actions, rngs={"dropout": noise})
            return ((q - goals) ** 2).mean()

        loss, grads = jax.value_and_grad(loss_fn)(critic_state.params)
        critic_state = critic_state.apply_gradients(grads=grads)
        return critic_state, loss, key

    @classmethod
    @partial(jax.jit, static_argnames=["cls", "steps"], donate_argnames=["critic_state"])
    def _train(cls, actor_state, critic_state, data, key, steps):
        def body(i, carry):
            critic_state, key = carry
            critic_state, loss, key = cls.update_critic(
                actor_state, critic_state, data["obs"], data["act"], data["goal"], key
            )
            return critic_state, key

        return jax.lax.fori_loop(0, steps, body, (critic_state, key))

    def learn(self, data, steps):
        self.critic_state, self.key = self._train(
            self.actor_state, self.critic_state, data, self.key, steps
        )
