import jax
import jax.numpy as jnp
import optax

TOTAL_STEPS, WARMUP_STEPS = 100_000, 20_000

schedule = optax.warmup_cosine_decay_schedule(
    init_value=0.0,
    peak_value=6e-4,
    warmup_steps=WARMUP_STEPS,
    decay_steps=TOTAL_STEPS - WARMUP_STEPS,
    end_value=1e-6,
)
optimizer = optax.chain(
    optax.clip_by_global_norm(1.0),
    optax.adamw(schedule, b2=0.95, weight_decay=0.1),
)


def loss_fn(params, tokens):
    hidden = params["embed"][tokens[:, :-1]]
    logits = jax.nn.gelu(hidden @ params["mix"]) @ params["embed"].T
    return optax.softmax_cross_entropy_with_integer_labels(logits, tokens[:, 1:]).mean()


@jax.jit
def train_step(params, opt_state, tokens):
    loss, grads = jax.value_and_grad(loss_fn)(params, tokens)
    updates, opt_state = optimizer.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state, loss


embed_key, mix_key, data_key = jax.random.split(jax.random.key(0), 3)
params = {
    "embed": jax.random.normal(embed_key, (8_000, 256)) * 0.02,
    "mix": jax.random.normal(mix_key, (256, 256)) * 0.06,
}
opt_state = optimizer.init(params)
for step in range(TOTAL_STEPS):
    tokens = jax.random.randint(jax.random.fold_in(data_key, step), (16, 129), 0, 8_000)
    params, opt_state, loss = train_step(params, opt_state, tokens)
