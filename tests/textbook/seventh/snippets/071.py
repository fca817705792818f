import jax
import jax.numpy as jnp
import optax

NUM_MICRO_STEPS, ACCUM = 40_000, 8

schedule = optax.warmup_cosine_decay_schedule(
    init_value=0.0, peak_value=3e-4, warmup_steps=2_000, decay_steps=NUM_MICRO_STEPS, end_value=3e-6
)
tx = optax.MultiSteps(optax.adamw(schedule, weight_decay=0.1), every_k_schedule=ACCUM)


def loss_fn(params, tokens):
    h = params["embed"][tokens[:, :-1]]
    logits = jax.nn.gelu(h @ params["w"]) @ params["embed"].T
    return optax.softmax_cross_entropy_with_integer_labels(logits, tokens[:, 1:]).mean()


@jax.jit
def micro_step(params, opt_state, tokens):
    loss, grads = jax.value_and_grad(loss_fn)(params, tokens)
    updates, opt_state = tx.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state, loss


k1, k2, key = jax.random.split(jax.random.key(0), 3)
params = {"embed": 0.02 * jax.random.normal(k1, (8_192, 256)), "w": jax.random.normal(k2, (256, 256)) / 16.0}
opt_state = tx.init(params)
for step in range(NUM_MICRO_STEPS):
    tokens = jax.random.randint(jax.random.fold_in(key, step), (8, 129), 0, 8_192)
    params, opt_state, loss = micro_step(params, opt_state, tokens)
print(loss)
