# not executed: nothing is rewritten
import jax
import optax

epochs = 20
late = optax.warmup_cosine_decay_schedule(0.0, 1e-3, 1000, 1000)  # want: JOL823 (error) "not shorter"
falling = optax.piecewise_constant_schedule(
    1e-3, {1000: 1e-4, 2000: 1e-5}  # want: JOL823 (warning) "are factors"
)
total, warm = 10_000, 500
early = optax.warmup_cosine_decay_schedule(
    0.0, 1e-3, warmup_steps=warm, decay_steps=total - warm  # want: JOL823 (warning) "too early"
)
joined = optax.join_schedules(
    [optax.linear_schedule(0.0, 1e-3, 100), optax.cosine_decay_schedule(1e-3, 900)],
    boundaries=[100, 1000],  # want: JOL823 (warning) "have 1 boundary between them"
)
schedule = optax.cosine_decay_schedule(1e-2, decay_steps=epochs)  # want: JOL823 "counts steps of the optimizer"
optimizer = optax.adam(schedule)


@jax.jit
def step(params, state, x):
    updates, state = optimizer.update(x, state, params)
    return optax.apply_updates(params, updates), state


def fit(params, batches):
    state = optimizer.init(params)
    for epoch in range(epochs):
        for x in batches:
            params, state = step(params, state, x)
    return params


first_rate = optax.adam(schedule(0))  # want: JOL823 (warning) "asked once"


def falling_from(count):
    past = jax.numpy.maximum(count - warm, 0)  # want: JOL823 (warning) "taken off twice"
    return 1e-3 * (1.0 - past / total)


rising = optax.linear_schedule(0.0, 1e-3, warm)
twice = optax.join_schedules([rising, falling_from], boundaries=[warm])
decay = optax.exponential_decay(1e-3, 100, 0.5)
late_decay = optax.join_schedules(
    [rising, lambda step: decay(step - 500)], [500]  # want: JOL823 "with `step - 500`"
)
