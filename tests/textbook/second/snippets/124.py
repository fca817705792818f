import jax
import jax.numpy as jnp
import numpy as np

WEIGHTS = {name: jnp.asarray(w) for name, w in np.load("llm_weights.npz").items()}  # ~6 GB


@jax.jit
def next_token_logits(tokens):
    x = WEIGHTS["embed"][tokens]
    for i in range(2):
        x = x + jax.nn.gelu(x @ WEIGHTS[f"up{i}"]) @ WEIGHTS[f"down{i}"]
    return x[:, -1] @ WEIGHTS["embed"].T


def serve(requests):
    for tokens in requests:
        yield next_token_logits(tokens).argmax(axis=-1)


if __name__ == "__main__":
    for out in serve([jnp.ones((4, 128), jnp.int32)] * 10):
        print(out)
