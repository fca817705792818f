"""The seven transforms, each with the mistakes that articles on them make or warn of.

Sections 1, 3, 4, 5, 6 and 7 do not run as they stand on a current JAX, or run slowly.
"""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax, pmap
from jax.experimental.pjit import pjit
from jax.sharding import Mesh
from jax.sharding import PartitionSpec as P


def predict(params, x):
    return jnp.tanh(x @ params["w"]) @ params["v"]


# 1. A jitted step: the tree API of old, and buffers that are never donated.
@jax.jit
def sgd_step(params, batch, lr):  # want: JOL301
    x, y = batch

    def loss_fn(p):
        return jnp.mean((predict(p, x) - y) ** 2)

    grads = jax.grad(loss_fn)(params)
    return jax.tree_map(lambda p, g: p - lr * g, params, grads)  # want: JOL701


def train(params, batches, lr):
    for batch in batches:
        params = sgd_step(params, batch, lr)
    return params


# 2. A loss worked out one example at a time.
@jax.jit
def per_example_losses(params, xs, ys):
    losses = []
    for i in range(xs.shape[0]):  # want: JOL201
        prediction = predict(params, xs[i])
        losses.append(jnp.mean((prediction - ys[i]) ** 2))
    return jnp.stack(losses)


# 3. A recurrent network unrolled in Python.
@jax.jit
def rnn_forward(cell, h0, xs):
    h = h0
    outputs = []
    for t in range(xs.shape[0]):  # want: JOL202
        h = jnp.tanh(cell["hh"] @ h + cell["xh"] @ xs[t] + cell["b"])
        outputs.append(cell["hy"] @ h)
    return h, jnp.stack(outputs)


# 4. A stack of heavy blocks under differentiation, nothing recomputed.
def block(params, x):
    hidden = jax.nn.gelu(x @ params["w1"])
    return hidden @ params["w2"]


@jax.jit
def tower_loss(layers, x):
    def body(h, layer):
        return h + block(layer, h), None

    h, _ = lax.scan(body, x, layers)  # want: JOL303
    return jnp.sum(h**2)


tower_gradient = jax.jit(jax.grad(tower_loss))


# 5. Data parallelism on one host, with a decorator form that pmap never had.
@pmap(axis_name="d")  # want: JOL602
def parallel_step(params, batch, lr):
    x, y = batch

    def loss_fn(p):
        return jnp.mean((predict(p, x) - y) ** 2)

    loss, grads = jax.value_and_grad(loss_fn)(params)
    loss = lax.pmean(loss, axis_name="d")
    grads = lax.pmean(grads, axis_name="d")
    params = jax.tree_map(lambda p, g: p - lr * g, params, grads)  # want: JOL701
    return params, loss


# 6. One program over a mesh, through the old entry point.
mesh = Mesh(np.array(jax.devices()[:8]).reshape(2, 4), ("dp", "mp"))


def sharded_predict(params, x):
    return predict(params, x)


def run_sharded(params, x):
    with mesh:
        step = pjit(  # want: JOL601
            sharded_predict,
            in_shardings=(P(), P("dp")),
            out_shardings=P("dp"),
        )
        return step(params, x)


# 7. Metrics from a second forward pass.
def loss_fn(params, batch):
    x, y = batch
    prediction = predict(params, x)
    return jnp.mean((prediction - y) ** 2)


@jax.jit
def step_with_metrics(params, batch, lr):
    x, y = batch

    def objective(p):
        prediction = predict(p, x)
        return jnp.mean((prediction - y) ** 2)

    loss, grads = jax.value_and_grad(objective)(params)
    prediction = predict(params, x)  # want: JOL502
    metrics = {"loss": loss, "mean": jnp.mean(prediction)}
    new_params = jax.tree.map(lambda p, g: p - lr * g, params, grads)
    return new_params, metrics


@jax.jit
def loss_and_gradient(params, batch):
    loss = loss_fn(params, batch)  # want: JOL501
    grads = jax.grad(loss_fn)(params, batch)
    return loss, grads


def inputs():
    key = jax.random.key(0)
    k1, k2, k3, k4 = jax.random.split(key, 4)
    params = {
        "w": 0.3 * jax.random.normal(k1, (6, 5)),
        "v": 0.3 * jax.random.normal(k2, (5, 3)),
    }
    x, y = jax.random.normal(k3, (16, 6)), jax.random.normal(k4, (16, 3))
    return params, x, y


def main():
    """Runs every section; what it returns is compared with the truth in the tests."""
    params, x, y = inputs()
    out = {}
    fresh = jax.tree_util.tree_map(jnp.array, params)
    out["sgd"] = train(fresh, [(x, y)] * 3, 0.1)
    out["per_example"] = per_example_losses(params, x, y)
    cell = {
        "hh": 0.1 * jnp.eye(4), "xh": jnp.ones((4, 6)) * 0.1,
        "b": jnp.zeros(4), "hy": jnp.ones((2, 4)),
    }  # fmt: skip
    out["rnn"] = rnn_forward(cell, jnp.zeros(4), x)
    layers = {"w1": jnp.ones((3, 6, 8)) * 0.1, "w2": jnp.ones((3, 8, 6)) * 0.1}
    out["tower"] = tower_gradient(layers, x)
    devices = jax.local_device_count()
    stacked = jax.tree_util.tree_map(lambda a: jnp.stack([a] * devices), params)
    shards = (x.reshape(devices, -1, 6), y.reshape(devices, -1, 3))
    out["parallel"] = parallel_step(stacked, shards, jnp.full((devices,), 0.1))
    out["sharded"] = run_sharded(params, x)
    out["metrics"] = step_with_metrics(params, (x, y), 0.1)
    out["both"] = loss_and_gradient(params, (x, y))
    return out
