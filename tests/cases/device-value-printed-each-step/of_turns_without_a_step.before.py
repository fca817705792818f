# not executed: only the findings are looked at
import logging

import jax
import jax.numpy as jnp
import wandb
from torch.utils.tensorboard import SummaryWriter

log = logging.getLogger(__name__)


@jax.jit
def energy(x):
    return jnp.sum(x**2)


def relaxed(x):
    for i in range(200):
        slope = jnp.tanh(x) + jnp.sin(3.0 * x)
        x = x - 0.1 * slope
        print(i, jnp.max(slope))  # want: JOL404 "`print` needs `jnp.max.slope.`"
    return x


def totals(points):
    total = 0.0
    for i in range(100):
        one = energy(points[i])
        total += one
        print(one)  # want: JOL404 "waits for it on every turn"
    return total


def seldom(x):
    for i in range(200):
        slope = jnp.tanh(x) + jnp.sin(3.0 * x)
        x = x - 0.1 * slope
        if i % 50 == 0:
            print(i, jnp.max(slope))
    return x


def few(x):
    for i in range(4):
        slope = jnp.tanh(x) + jnp.sin(3.0 * x)
        x = x - 0.1 * slope
        print(i, jnp.max(slope))
    return x


def to_a_run(x):
    run = wandb.init(project="relaxed")
    for _ in range(200):
        x = x - 0.1 * (jnp.tanh(x) + jnp.sin(3.0 * x))
        run.log({"largest": jnp.max(x)})  # want: JOL404 "waits for it on every turn"
    return x


def to_a_writer(x):
    writer = SummaryWriter("runs")
    for i in range(200):
        x = x - 0.1 * (jnp.tanh(x) + jnp.sin(3.0 * x))
        writer.add_scalar("largest", jnp.max(x), i)  # want: JOL404 "waits for it on every turn"
    return x


def to_a_log(x):
    for i in range(200):
        x = x - 0.1 * (jnp.tanh(x) + jnp.sin(3.0 * x))
        log.info("%d %s", i, jnp.max(x))  # want: JOL404 "waits for it on every turn"
    return x


def to_a_log_now_and_then(x):
    for i in range(200):
        x = x - 0.1 * (jnp.tanh(x) + jnp.sin(3.0 * x))
        if i % 50 == 0:
            log.info("%d %s", i, jnp.max(x))
    return x


def of_what_is_known(x):
    for i in range(200):
        x = x - 0.1 * (jnp.tanh(x) + jnp.sin(3.0 * x))
        log.info("%d of %d", i, x.shape[0])
    return x
