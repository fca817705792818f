import equinox as eqx
import jax
import optax

initial = eqx.nn.MLP(256, 10, width_size=512, depth=3, key=jax.random.key(0))
is_trainable = eqx.tree_at(
    lambda mlp: (mlp.layers[-1].weight, mlp.layers[-1].bias),
    jax.tree.map(lambda _: False, initial),
    replace=(True, True),
)
optim = optax.adam(1e-3)


@eqx.filter_jit
def finetune_step(model, opt_state, x, y):
    @eqx.filter_value_and_grad
    def loss_fn(trainable, frozen):
        logits = jax.vmap(eqx.combine(trainable, frozen))(x)
        return optax.softmax_cross_entropy_with_integer_labels(logits, y).mean()

    trainable, frozen = eqx.partition(model, is_trainable)
    loss, grads = loss_fn(trainable, frozen)
    updates, opt_state = optim.update(grads, opt_state, trainable)
    return eqx.apply_updates(model, updates), opt_state, loss


model = initial
opt_state = optim.init(eqx.filter(model, is_trainable))
x = jax.random.normal(jax.random.key(1), (512, 256))
y = jax.random.randint(jax.random.key(2), (512,), 0, 10)
for step in range(1_000):
    model, opt_state, loss = finetune_step(model, opt_state, x, y)
print("loss", float(loss))
