"""One update for each net."""

import jax
import jax.numpy as jnp
from model import Net


def update_actor(key, actor: Net, critic: Net, batch):
    def loss_fn(params):
        actions = actor.apply_fn({"params": params}, batch["obs"])
        actions += 0.1 * jax.random.normal(key, actions.shape)
        loss = -critic(batch["obs"], actions).mean()
        return loss, {"actor_loss": loss}

    new_actor, info = actor.improve(loss_fn)
    return new_actor, info


def update_critic(critic: Net, target: Net, batch, discount):
    goal = batch["reward"] + discount * target(batch["next"], batch["action"])

    def loss_fn(params):
        q = critic.apply_fn({"params": params}, batch["obs"], batch["action"])
        loss = jnp.mean((q - goal) ** 2)
        return loss, {"critic_loss": loss}

    new_critic, info = critic.improve(loss_fn)
    return new_critic, info


def follow(critic: Net, target: Net, tau):
    params = jax.tree.map(lambda a, b: a * tau + b * (1 - tau), critic.params, target.params)
    return target.replace(params=params)
