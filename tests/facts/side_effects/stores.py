import jax

seen = []
count = 0


@jax.jit
def step(x):
    global count
    count += 1  # fact: side_effects count count
    seen.append(x)  # fact: side_effects keep seen
    print(x)  # fact: side_effects print print
    own = []
    own.append(x)
    return x


def eager(x):
    seen.append(x)
    return x
