import jax
import optax

TOTAL_STEPS, WARMUP_STEPS = 100_000, 10_000
PEAK_LR, END_LR = 6e-4, 0.0


def make_optimizer():
    schedule = optax.warmup_cosine_decay_schedule(
        init_value=0.0,
        peak_value=PEAK_LR,
        warmup_steps=WARMUP_STEPS,
        decay_steps=TOTAL_STEPS - WARMUP_STEPS,
        end_value=END_LR,
    )
    optimizer = optax.chain(
        optax.clip_by_global_norm(1.0),
        optax.scale_by_adam(b1=0.9, b2=0.95),
        optax.add_decayed_weights(0.1),
        optax.scale_by_learning_rate(schedule),
    )
    return optimizer, schedule


def train(params, grad_fn, batches):
    optimizer, schedule = make_optimizer()
    opt_state = optimizer.init(params)

    @jax.jit
    def step_fn(params, opt_state, batch):
        updates, opt_state = optimizer.update(grad_fn(params, batch), opt_state, params)
        return optax.apply_updates(params, updates), opt_state

    for step, batch in zip(range(TOTAL_STEPS), batches):
        params, opt_state = step_fn(params, opt_state, batch)
        if step % 5_000 == 0:
            print(f"step {step}: lr {float(schedule(step)):.2e}")
    return params
