import jax


@jax.jit
def step(w, x):
    return w - x, (w * x).sum()


def fit(w, xs):
    losses = []
    for x in xs:
        w, loss = step(w, x)
        losses.append(float(loss))  # fact: syncs fetch loss
    for x in xs:
        w, loss = step(w, x)
        print(loss)  # fact: syncs print loss
    for x in xs:
        w, loss = step(w, x)
        w.block_until_ready()  # fact: syncs block w
    for x in xs:
        w, loss = step(w, x)
    print(loss)
    return w, losses


def few(w, xs):
    losses = []
    for _ in range(5):
        w, loss = step(w, xs)
        losses.append(float(loss))
    for x in (xs[0], xs[1]):
        w, loss = step(w, x)
        print(loss)
    return w, losses


def many(w, xs):
    for _ in range(500):
        w, loss = step(w, xs)
        print(loss)  # fact: syncs print loss
    return w
