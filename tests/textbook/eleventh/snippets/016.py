import equinox as eqx
import jax
import jax.numpy as jnp


@eqx.filter_jit
def step(model, x, y, lr):
    def loss_fn(m):
        return jnp.mean((jax.vmap(m)(x) - y) ** 2)

    loss, grads = eqx.filter_value_and_grad(loss_fn)(model)
    updates = jax.tree.map(lambda g: -lr * g, grads)
    return eqx.apply_updates(model, updates), loss


model = eqx.nn.Linear(3, 1, key=jax.random.key(0))
x = jax.random.normal(jax.random.key(1), (32, 3))
y = x @ jnp.array([[1.0], [2.0], [3.0]])

base_lr = 0.1
for epoch in range(40):
    lr = base_lr * 0.97**epoch
    model, loss = step(model, x, y, lr)
    if epoch % 10 == 0:
        print(epoch, float(loss))
