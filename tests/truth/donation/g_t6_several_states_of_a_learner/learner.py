"""Three nets go into one compiled update, three come out and are written back to the learner."""

import functools

import jax
from model import Net
from updates import follow, update_actor, update_critic


@functools.partial(jax.jit, static_argnames=("move_target",))
def _update_all(  # want: JOL301
    key, actor: Net, critic: Net, target: Net, batch, discount: float, tau: float, move_target: bool
):
    key, actor_key = jax.random.split(key)
    new_critic, critic_info = update_critic(critic, target, batch, discount)
    if move_target:
        new_target = follow(new_critic, target, tau)
    else:
        new_target = target
    new_actor, actor_info = update_actor(actor_key, actor, new_critic, batch)
    return key, new_actor, new_critic, new_target, {**critic_info, **actor_info}


class Learner:
    def __init__(self, actor: Net, critic: Net, target: Net, key, period=2):
        self.actor = actor
        self.critic = critic
        self.target = target
        self.key = key
        self.period = period
        self.step = 0

    def update(self, batch):
        self.step += 1
        new_key, new_actor, new_critic, new_target, info = _update_all(
            self.key, self.actor, self.critic, self.target, batch, 0.99, 0.005,
            self.step % self.period == 0,
        )
        self.key = new_key
        self.actor = new_actor
        self.critic = new_critic
        self.target = new_target
        return info
