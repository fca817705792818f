import jax
import jax.numpy as jnp


@jax.jit
def dense_net(params, x):
    skips = []
    for w in params:
        x = jax.nn.relu(x @ w)
        skips.append(x.mean(axis=-1))
    stats = {}
    for i, s in enumerate(skips):
        stats[f"layer_{i}"] = s
    return x, stats


if __name__ == "__main__":
    ws = [jnp.ones((8, 16)), jnp.ones((16, 4))]
    out, stats = dense_net(ws, jnp.ones((2, 8)))
    print(out.shape, stats)
