# not executed: programs as they stand in training scripts, whose data and models are elsewhere
from functools import partial

import jax
import jax.numpy as jnp
import optax
from flax import jax_utils
from flax.training.train_state import TrainState

from my_project import apply_actor, apply_critic, losses, make_model, network, update_critic


class QState(TrainState):
    target_params: dict


# The state comes last in the result.
def train_q(envs, obs, key, batches):
    q_state = QState.create(
        apply_fn=network.apply,
        params=network.init(key, obs),
        target_params=network.init(key, obs),
        tx=optax.adam(1e-3),
    )

    @partial(jax.jit, donate_argnames="q_state")
    def update(q_state, observations, actions, rewards):
        targets = jnp.max(network.apply(q_state.target_params, observations), axis=-1) + rewards

        def mse_loss(params):
            values = network.apply(params, observations)[jnp.arange(actions.shape[0]), actions]
            return ((values - targets) ** 2).mean(), values

        (loss, values), grads = jax.value_and_grad(mse_loss, has_aux=True)(q_state.params)
        q_state = q_state.apply_gradients(grads=grads)
        return loss, values, q_state

    for step, (observations, actions, rewards) in enumerate(batches):
        loss, old_val, q_state = update(q_state, observations, actions, rewards)
        if step % 100 == 0:
            print(loss, old_val.mean())
            q_state = q_state.replace(
                target_params=optax.incremental_update(q_state.params, q_state.target_params, 1.0)
            )
    return q_state.params


# Only one of two states is renewed.
def train_two(actor_state, qf1_state, batches):
    @partial(jax.jit, donate_argnames="qf1_state")
    def update_critic_only(actor_state, qf1_state, obs, target):
        actions = apply_actor(actor_state.params, obs)

        def mse_loss(params):
            return jnp.mean((apply_critic(params, obs, actions) - target) ** 2)

        loss, grads = jax.value_and_grad(mse_loss)(qf1_state.params)
        qf1_state = qf1_state.apply_gradients(grads=grads)
        return qf1_state, loss

    for obs, target in batches:
        qf1_state, loss = update_critic_only(actor_state, qf1_state, obs, target)
    return actor_state, qf1_state


# A pmap of a partial.
def train_step(state, batch, learning_rate_fn):
    def loss_fn(params):
        return jnp.mean(state.apply_fn(params, batch["image"]))

    grads = jax.lax.pmean(jax.grad(loss_fn)(state.params), axis_name="batch")
    new_state = state.apply_gradients(grads=grads)
    return new_state, {"learning_rate": learning_rate_fn(state.step)}


def train_replicated(key, batches, learning_rate_fn):
    state = jax_utils.replicate(make_model(key))
    p_train_step = jax.pmap(
        partial(train_step, learning_rate_fn=learning_rate_fn), axis_name="batch", donate_argnums=0
    )
    for batch in batches:
        state, metrics = p_train_step(state, batch)
    return state, metrics


# A decorator that is a partial of pmap.
@partial(jax.pmap, axis_name="batch", donate_argnums=0)
def gpt_step(train_state, tokens, dropout_key):
    def loss_fn(params):
        return jnp.mean(train_state.apply_fn(params, tokens, rngs={"dropout": dropout_key}))

    loss, grads = jax.value_and_grad(loss_fn)(train_state.params)
    grads = jax.lax.pmean(grads, axis_name="batch")
    return jax.lax.pmean(loss, axis_name="batch"), train_state.apply_gradients(grads=grads)


def train_gpt(train_state, batches, keys):
    for tokens, key in zip(batches, keys):
        loss, train_state = gpt_step(train_state, tokens, key)
    return train_state


# Static arguments at the end.
@partial(jax.jit, static_argnums=(4, 5), donate_argnums=0)
def s4_step(state, rng, inputs, labels, model, classification):
    def loss_fn(params):
        logits = model.apply({"params": params}, inputs, rngs={"dropout": rng})
        return jnp.mean(losses.cross_entropy(logits, labels, classification)), logits

    (loss, logits), grads = jax.value_and_grad(loss_fn, has_aux=True)(state.params)
    state = state.apply_gradients(grads=grads)
    return state, loss, jnp.mean(logits)


def train_s4(state, rng, model, loader):
    for inputs, labels in loader:
        rng, drop = jax.random.split(rng)
        state, loss, acc = s4_step(state, drop, inputs, labels, model, True)
    return state


# Five agents renewed by functions of another module.
@partial(jax.jit, static_argnames=("update_target",), donate_argnames=("critic", "target_critic"))
def _update_jit(rng, actor, critic, target_critic, batch, update_target):
    rng, key = jax.random.split(rng)
    new_critic, critic_info = update_critic(key, actor, critic, target_critic, batch)
    if update_target:
        new_target_critic = losses.target_update(new_critic, target_critic, 0.005)
    else:
        new_target_critic = target_critic
    return rng, new_critic, new_target_critic, critic_info


class Learner:
    def update(self, batch):
        self.rng, self.critic, self.target_critic, info = _update_jit(
            self.rng, self.actor, self.critic, self.target_critic, batch, True
        )
        return info


# A step that another function runs.
def sst_train_step(state, batch, rngs):
    grads = jax.grad(lambda p: jnp.mean(state.apply_fn(p, batch, rngs=rngs)))(state.params)
    return state.apply_gradients(grads=grads), {}


def train_epoch(train_step_fn, state, batches, rngs):
    for batch in batches:
        state, metrics = train_step_fn(state, batch, rngs)
    return state, metrics


def train_callback(state, batches, rngs):
    train_step_fn = jax.jit(sst_train_step, donate_argnames="state")
    for _ in range(10):
        state, metrics = train_epoch(train_step_fn, state, batches, rngs)
    return state


# Momentum that is not donated beside parameters that are.
def make_update_fn(apply_fn, tx):
    def update_fn(params, opt_state, batch, rng):
        def loss_fn(params, images, labels):
            return jnp.mean(apply_fn(params, images, rngs={"dropout": rng}) - labels)

        loss, grads = jax.value_and_grad(loss_fn)(params, batch["image"], batch["label"])
        grads = jax.lax.pmean(grads, axis_name="batch")
        updates, opt_state = tx.update(grads, opt_state)
        params = optax.apply_updates(params, updates)
        return params, opt_state, loss, rng

    return jax.pmap(update_fn, axis_name="batch", donate_argnums=(0, 1))


# A bound method that applies the optimizer.
class Engine:
    def __init__(self):
        self._compiled_update = jax.jit(self._update_kernel, donate_argnums=0)

    def _update_kernel(self, state, grads):
        return state.apply_gradients(grads=grads)

    def optim_step(self, grads):
        self.state = self._compiled_update(self.state, grads)


# An epoch that carries two states through a scan.
def train_apg(optimizer, env, loss, training_state, env_state, key):
    loss_grad = jax.grad(loss, has_aux=True)

    def training_epoch(training_state, env_state, key):
        def minibatch_step(carry, unused):
            training_state, env_state, key = carry
            key, key_grad = jax.random.split(key)
            grads, env_state = loss_grad(training_state.params, env_state, key_grad)
            update, optimizer_state = optimizer.update(grads, training_state.optimizer_state)
            params = optax.apply_updates(training_state.params, update)
            training_state = training_state.replace(params=params, optimizer_state=optimizer_state)
            return (training_state, env_state, key), {}

        (training_state, env_state, key), metrics = jax.lax.scan(
            minibatch_step, (training_state, env_state, key), None, length=10
        )
        return training_state, env_state, metrics

    training_epoch = jax.pmap(training_epoch, axis_name="i", donate_argnums=(0, 1))
    for _ in range(100):
        key, epoch_key = jax.random.split(key)
        (training_state, env_state, metrics) = training_epoch(training_state, env_state, epoch_key)
    return training_state
