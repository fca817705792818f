from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnames="train")
def forward(params, x, key, train):
    h = jax.nn.relu(x @ params["w1"])
    if train:
        keep = jax.random.bernoulli(key, 0.9, h.shape)
        h = jnp.where(keep, h / 0.9, 0.0)
    return h @ params["w2"]


k1, k2, key = jax.random.split(jax.random.key(0), 3)
params = {
    "w1": jax.random.normal(k1, (784, 512)) / 28.0,
    "w2": jax.random.normal(k2, (512, 10)) / 22.6,
}
for step in range(2_000):
    step_key = jax.random.fold_in(key, step)
    data_key, drop_key = jax.random.split(step_key)
    x = jax.random.normal(data_key, (128, 784))
    logits = forward(params, x, drop_key, train=True)
    if step % 500 == 0:
        eval_logits = forward(params, x, drop_key, train=False)
print(logits.shape, eval_logits.shape)
