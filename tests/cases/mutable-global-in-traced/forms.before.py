# not executed: reported, there is no rewrite
import jax
import jax.numpy as jnp

SCALE = 1.0
TEMPERATURE = 1.0
noise = 0.5


def set_temperature(value):
    global TEMPERATURE
    TEMPERATURE = value


@jax.jit
def softened(logits):
    return jax.nn.softmax(logits / TEMPERATURE)  # want: JOL111 (info) "what `set_temperature`|`set_temp"


@jax.jit
def scaled(x):
    return x * SCALE  # want: JOL111 "`scaled` .* reads `SCALE` from around it"


@jax.jit
def noisy(x):
    def body(carry, v):
        return carry + noise * v, None  # want: JOL111 "`noisy` .* reads `noise` from around it"

    return jax.lax.scan(body, 0.0, x)[0]


first = scaled(jnp.ones(3))
SCALE = 2.0
second = scaled(jnp.ones(3))

for noise in (0.1, 0.2):
    print(noisy(jnp.ones(3)))


def train(params, batches):
    rate = 0.1

    def step(params, x):
        return params - rate * x  # want: JOL111 "`step` .* reads `rate` from around it"

    fast = jax.jit(step)
    for x in batches:
        params = fast(params, x)
        rate *= 0.99
    return params


def sweep(x, rates):
    @jax.jit
    def step(x):
        return x - rate * x  # want: JOL111 "`rate`"

    out = []
    for rate in rates:
        out.append(step(x))
    return out


CONFIG = {"rate": 0.1, "decay": 0.9}
ROUNDS = 0


@jax.jit
def decayed(x):
    return x * CONFIG["decay"] - CONFIG["rate"]  # want: JOL111 "`decayed` .* reads `CONFIG\["rate"\]` from around it"


@jax.jit
def rounded(x):
    return jnp.round(x, ROUNDS)  # want: JOL111 "`anneal` assigns later"


def anneal(x):
    global ROUNDS
    for i in range(3):
        ROUNDS = i
        x = rounded(decayed(x))
        CONFIG["rate"] *= 0.5
    return x
