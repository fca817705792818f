import equinox as eqx
import jax
import jax.numpy as jnp
import optax


@eqx.filter_vmap
def make_ensemble(key):
    return eqx.nn.MLP(4, 1, 16, 2, key=key)


@eqx.filter_vmap(in_axes=(eqx.if_array(0), None))
def evaluate(model, xs):
    return jax.vmap(model)(xs)


models = make_ensemble(jax.random.split(jax.random.key(0), 3))
spec = jax.tree.map(lambda _: False, models)
spec = eqx.tree_at(
    lambda m: (m.layers[-1].weight, m.layers[-1].bias), spec, replace=(True, True)
)
optim = optax.adam(1e-2)
opt_state = optim.init(eqx.filter(models, spec))


@eqx.filter_jit
def step(models, opt_state, xs, ys):
    diff, static = eqx.partition(models, spec)

    @eqx.filter_grad
    def loss(diff, static):
        pred = evaluate(eqx.combine(diff, static), xs)
        return jnp.mean((pred - ys) ** 2)

    updates, opt_state = optim.update(loss(diff, static), opt_state)
    return eqx.apply_updates(models, updates), opt_state


xs = jax.random.normal(jax.random.key(1), (32, 4))
ys = xs[:, :1]
for _ in range(5):
    models, opt_state = step(models, opt_state, xs, ys)
print(evaluate(models, xs).shape)
