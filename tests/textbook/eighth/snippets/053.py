"""Collect hidden activations of an MLP for a layer-wise statistics report."""
import jax
import jax.numpy as jnp

WIDTHS = (784, 512, 512, 256, 10)
BATCH = 256
activations = []


def init(key):
    keys = jax.random.split(key, len(WIDTHS) - 1)
    return [
        {"w": jax.random.normal(k, (i, o)) * (2.0 / i) ** 0.5, "b": jnp.zeros((o,))}
        for k, i, o in zip(keys, WIDTHS[:-1], WIDTHS[1:])
    ]


@jax.jit
def forward(params, x):
    for layer in params[:-1]:
        x = jax.nn.relu(x @ layer["w"] + layer["b"])
        activations.append(x)
    return x @ params[-1]["w"] + params[-1]["b"]


def report():
    for depth, h in enumerate(activations):
        print(depth, h.shape, "mean", float(jnp.mean(h)), "dead", float(jnp.mean(h == 0)))


if __name__ == "__main__":
    k_params, k_x = jax.random.split(jax.random.key(0))
    params = init(k_params)
    logits = forward(params, jax.random.normal(k_x, (BATCH, WIDTHS[0])))
    print("logits", logits.shape)
    report()
