import jax
import jax.numpy as jnp
import optax

schedule = optax.warmup_cosine_decay_schedule(
    init_value=0.0, peak_value=1e-2, warmup_steps=10, decay_steps=200
)
optimizer = optax.chain(
    optax.clip_by_global_norm(1.0),
    optax.scale_by_adam(b1=0.9, b2=0.98),
    optax.scale_by_schedule(schedule),
)

params = jnp.array([1.0, -2.0, 0.5])
state = optimizer.init(params)


def objective(p):
    return jnp.sum((p - 3.0) ** 2)


@jax.jit
def update(p, s):
    g = jax.grad(objective)(p)
    u, s = optimizer.update(g, s)
    return optax.apply_updates(p, u), s


for i in range(50):
    params, state = update(params, state)
print(objective(params))
