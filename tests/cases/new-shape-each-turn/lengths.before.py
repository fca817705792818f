# not executed: there is no fix
import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def forecast(history, ridge):
    return history[-2:] @ jnp.ones(2) * ridge


@jax.jit
def next_token(params, tokens):
    return jnp.argmax(params[tokens].sum(axis=1), axis=-1)


@jax.jit
def fit(params, points, values):
    return params - jnp.mean(points @ params - values)


def backtest(series: np.ndarray, start: int = 100):
    out = []
    for t in range(start, len(series)):
        out.append(forecast(series[:t], 0.1))  # want: JOL119 (warning) "has another length on each turn of the loop, and `forecast` is"
    return jnp.stack(out)


def what_is_left(series, n):
    return [forecast(jnp.asarray(series[i:]), 0.1) for i in range(n)]  # want: JOL119 "`forecast` is compiled again"


def named(series, n):
    total = 0.0
    for t in range(2, n):
        seen = series[: t + 1]
        total += forecast(seen, 0.1)  # want: JOL119 "`forecast` is compiled again"
    return total


def generate(params, prompt, n=2000):
    tokens = prompt
    for _ in range(n):
        new = next_token(params, tokens)  # want: JOL119 (warning) "`tokens`"
        tokens = jnp.concatenate([tokens, new[:, None]], axis=1)
    return tokens


def sample(params, tokens):
    return next_token(params, jnp.asarray(tokens))


def through_a_helper(params, tokens):
    while tokens.shape[1] < 512:
        new = sample(params, tokens)  # want: JOL119 "`next_token` is compiled again"
        tokens = jnp.hstack((tokens, new[:, None]))
    return tokens


def observe(params, oracle, rounds):
    points, values = [], []
    for _ in range(rounds):
        x = oracle.propose(params)
        points.append(x)
        values.append(oracle.ask(x))
        for _ in range(100):
            params = fit(params, jnp.stack(points), jnp.array(values))  # want: JOL119 "`fit` is compiled again"
    return params


def trajectory(s, steps=20_000):
    path = s[None]
    for _ in range(steps):
        s = jnp.tanh(s)
        path = jnp.concatenate([path, s[None]])  # want: JOL119 (warning) "`path` grows on each turn"
    return path


def predictions(model, batches):
    found = jnp.zeros((0,))
    for batch in batches:
        found = jnp.append(found, model(batch))  # want: JOL119 (info) "`found` grows"
    return found


def shortened(series, limit):
    count = len(series)
    going = True
    while going:
        error = forecast(series[:count])  # want: JOL119 "another length"
        if error > limit:
            going = False
            count = count + 1
        else:
            count -= 1
    return count
