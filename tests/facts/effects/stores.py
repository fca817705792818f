import jax

seen = []
count = 0


@jax.jit
def step(x):
    global count
    count += 1  # fact: effects count count
    seen.append(x)  # fact: effects keep seen
    print(x)  # fact: effects print print
    own = []
    own.append(x)
    return x


def eager(x):
    seen.append(x)
    return x
