import jax
import jax.numpy as jnp


def init_params(key):
    k1, k2, k3 = jax.random.split(key, 3)
    return {
        "token_embedding": jax.random.normal(k1, (32_000, 128)) * 0.02,
        "mixer_kernel": jax.random.normal(k2, (128, 128)) * 0.09,
        "readout_kernel": jax.random.normal(k3, (128, 1_000)) * 0.09,
        "bias": jnp.zeros(1_000),
    }


def loss_fn(params, tokens, labels):
    hidden = params["token_embedding"][tokens].mean(axis=1)
    hidden = jax.nn.gelu(hidden @ params["mixer_kernel"])
    logits = hidden @ params["readout_kernel"] + params["bias"]
    return -jnp.mean(jax.nn.log_softmax(logits)[jnp.arange(labels.size), labels])


def grad_norms(grads):
    leaves = jax.tree.leaves(grads)
    return {name: float(jnp.linalg.norm(g)) for name, g in zip(grads.keys(), leaves)}


init_key, token_key, label_key = jax.random.split(jax.random.key(0), 3)
params = init_params(init_key)
tokens = jax.random.randint(token_key, (64, 128), 0, 32_000)
labels = jax.random.randint(label_key, (64,), 0, 1_000)
grads = jax.jit(jax.grad(loss_fn))(params, tokens, labels)
grads = {name: grads[name] for name in params}
for name, norm in grad_norms(grads).items():
    print(f"{name:>16}: {norm:.3e}")
