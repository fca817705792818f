"""Data-parallel training of a small decoder-only transformer with pmap.

The task: continue arithmetic progressions modulo a prime, written as tokens.
"""

import os

os.environ["XLA_FLAGS"] = (
    os.environ.get("XLA_FLAGS", "") + " --xla_force_host_platform_device_count=8"
)

import functools
import time

import jax
import jax.numpy as jnp
import numpy as np
import optax

PRIME = 23
SEQ_LEN = 10
D_MODEL = 48
N_HEADS = 2
N_LAYERS = 2
BATCH = 64
STEPS = 30
EVAL_EVERY = 15

N_DEV = jax.local_device_count()


def make_progressions(n, rng):
    start = rng.integers(0, PRIME, size=(n, 1))
    stride = rng.integers(1, 6, size=(n, 1))
    return (start + stride * np.arange(SEQ_LEN + 1)[None, :]) % PRIME


def sinusoidal_positions():
    pos = np.arange(4096)[:, None]
    div = np.exp(np.arange(0, D_MODEL, 2) * (-np.log(10000.0) / D_MODEL))
    table = np.zeros((4096, D_MODEL))
    table[:, 0::2] = np.sin(pos * div)
    table[:, 1::2] = np.cos(pos * div)
    return jnp.array(table)


POSITIONS = sinusoidal_positions()


def init_params(key):
    def dense(key, m, n):
        return jax.random.normal(key, (m, n)) * jnp.sqrt(1.0 / m)

    key, k_embed, k_out = jax.random.split(key, 3)
    params = {"embed": jax.random.normal(k_embed, (PRIME, D_MODEL)) * 0.3, "layers": []}
    for _ in range(N_LAYERS):
        key, *ks = jax.random.split(key, 7)
        params["layers"].append(
            {
                "wq": dense(ks[0], D_MODEL, D_MODEL),
                "wk": dense(ks[1], D_MODEL, D_MODEL),
                "wv": dense(ks[2], D_MODEL, D_MODEL),
                "wo": dense(ks[3], D_MODEL, D_MODEL),
                "w1": dense(ks[4], D_MODEL, 4 * D_MODEL),
                "w2": dense(ks[5], 4 * D_MODEL, D_MODEL),
                "ln1": jnp.ones(D_MODEL),
                "ln2": jnp.ones(D_MODEL),
            }
        )
    params["out"] = dense(k_out, D_MODEL, PRIME)
    return params


def layer_norm(x, g):
    mu = x.mean(-1, keepdims=True)
    var = x.var(-1, keepdims=True)
    return g * (x - mu) / jnp.sqrt(var + 1e-6)


def attention(layer, x):
    b, t, d = x.shape
    heads = []
    size = d // N_HEADS
    q, k, v = x @ layer["wq"], x @ layer["wk"], x @ layer["wv"]
    mask = jnp.tril(jnp.ones((t, t)))
    for h in range(N_HEADS):
        s = slice(h * size, (h + 1) * size)
        att = q[..., s] @ k[..., s].transpose(0, 2, 1) / np.sqrt(size)
        att = jnp.where(mask == 0, -1e9, att)
        heads.append(jax.nn.softmax(att) @ v[..., s])
    return jnp.concatenate(heads, axis=-1) @ layer["wo"]


# Loss 2 (eager): outside of `train_step`, `forward` ran operation by operation.
# Losses 3 and 4 (compiled-again): `multiply` and `add` in it were compiled for each length.
@jax.jit
def forward(params, tokens):
    x = params["embed"][tokens] + POSITIONS[: tokens.shape[1]]
    for layer in params["layers"]:
        x = x + attention(layer, layer_norm(x, layer["ln1"]))
        x = x + jax.nn.gelu(layer_norm(x, layer["ln2"]) @ layer["w1"]) @ layer["w2"]
    return x @ params["out"]


def loss_fn(params, tokens):
    logits = forward(params, tokens[:, :-1])
    loss = optax.softmax_cross_entropy_with_integer_labels(logits, tokens[:, 1:])
    return loss.mean(), logits


tx = optax.adamw(3e-3)


# Loss of memory (undonated): `params` and `opt_state` were dead after each step, and not donated.
@functools.partial(jax.pmap, axis_name="batch", donate_argnums=(0, 1))
def train_step(params, opt_state, tokens):
    (loss, logits), grads = jax.value_and_grad(loss_fn, has_aux=True)(params, tokens)
    grads = jax.tree.map(lambda g: jax.lax.pmean(g, "batch"), grads)
    updates, opt_state = tx.update(grads, opt_state, params)
    params = optax.apply_updates(params, updates)

    all_logits = jax.lax.all_gather(logits, "batch")
    all_tokens = jax.lax.all_gather(tokens, "batch")
    acc = jnp.mean(jnp.argmax(all_logits, -1) == all_tokens[..., 1:])
    loss = jax.lax.pmean(loss, "batch")
    return params, opt_state, {"loss": loss, "acc": acc}


def replicate(tree):
    # Loss 1 (compiled-again): `train_step` was compiled once more, as its arguments lay on one
    # device in the first call and on all in the next. They lie there from the beginning.
    each = jax.sharding.Mesh(jax.local_devices(), "batch")
    spread = jax.sharding.NamedSharding(each, jax.sharding.PartitionSpec("batch"))
    return jax.tree.map(lambda x: jax.device_put(np.stack([x] * N_DEV), spread), tree)


def unreplicate(tree):
    return jax.tree.map(lambda x: x[0], tree)


def shard(batch):
    return batch.reshape(N_DEV, -1, *batch.shape[1:])


def generate(params, prompt, n):
    """Greedy continuation of one prompt."""
    # Named in the second run (compiled-again): `forward` was compiled for each length. All
    # have the length of the longest now; what follows a token does not change its logits.
    tokens = np.zeros((1, len(prompt) + n), dtype=int)
    tokens[0, : len(prompt)] = prompt
    for end in range(len(prompt), len(prompt) + n):
        logits = np.asarray(forward(params, tokens))
        tokens[0, end] = np.argmax(logits[0, end - 1])
    return tokens[0]


def evaluate(params, sequences, prompt_len=6):
    right = 0
    for seq in sequences:
        out = generate(params, seq[:prompt_len], SEQ_LEN + 1 - prompt_len)
        right += np.mean(out[prompt_len:] == seq[prompt_len:])
    return right / len(sequences)


def main():
    rng = np.random.default_rng(0)
    train = make_progressions(4096, rng)
    held_out = make_progressions(4, rng)

    params = init_params(jax.random.PRNGKey(0))
    opt_state = replicate(tx.init(params))
    params = replicate(params)

    t0 = time.time()
    for step in range(1, STEPS + 1):
        tokens = shard(train[rng.integers(len(train), size=BATCH)])
        params, opt_state, metrics = train_step(params, opt_state, tokens)
        # Named in the second run (eager): two arrays on 8 devices were indexed there.
        metrics = jax.device_get(metrics)
        loss, acc = float(metrics["loss"][0]), float(metrics["acc"][0])
        if step % 10 == 0:
            print(f"step {step:3d} loss {loss:.4f} acc {acc:.3f} {step / (time.time() - t0):.1f} it/s")
        if step % EVAL_EVERY == 0:
            score = evaluate(unreplicate(params), held_out)
            print(f"step {step:3d} continuation accuracy {score:.3f}")

    _, logits = loss_fn(unreplicate(params), jnp.array(train[:512]))
    final = jnp.mean(jnp.argmax(logits[:, 4:], -1) == train[:512, 5:])
    print(f"final next-token accuracy: {float(final):.3f}")


if __name__ == "__main__":
    main()
