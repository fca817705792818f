import equinox as eqx
import jax
import jax.numpy as jnp
import optax


class Denoiser(eqx.Module):
    layers: list
    skip_scale: float = eqx.field(static=True)

    def __init__(self, dim: int, key: jax.Array, skip_scale: float = 0.5):
        k1, k2 = jax.random.split(key)
        self.layers = [
            eqx.nn.Linear(dim, 128, key=k1),
            jax.nn.gelu,
            eqx.nn.Linear(128, dim, key=k2),
        ]
        self.skip_scale = skip_scale

    def __call__(self, x):
        h = x
        for layer in self.layers:
            h = layer(h)
        return self.skip_scale * x + h


optim = optax.adam(1e-3)


@eqx.filter_jit(donate="all")
def make_step(model, opt_state, key):
    kx, kn = jax.random.split(key)
    clean = jnp.sign(jax.random.normal(kx, (64, 16)))
    noisy = clean + 0.3 * jax.random.normal(kn, clean.shape)

    def loss_fn(m):
        return jnp.mean((jax.vmap(m)(noisy) - clean) ** 2)

    loss, grads = eqx.filter_value_and_grad(loss_fn)(model)
    updates, opt_state = optim.update(grads, opt_state)
    return eqx.apply_updates(model, updates), opt_state, loss


def main():
    k_model, k_train = jax.random.split(jax.random.key(0))
    model = Denoiser(16, k_model)
    opt_state = optim.init(eqx.filter(model, eqx.is_array))
    for key in jax.random.split(k_train, 300):
        model, opt_state, loss = make_step(model, opt_state, key)
    print(loss)


if __name__ == "__main__":
    main()
