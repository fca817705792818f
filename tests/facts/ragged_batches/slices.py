import jax


@jax.jit
def predict(x):
    return 2 * x


def every(data):
    out = []
    for start in range(0, len(data), 32):
        batch = data[start : start + 32]  # fact: ragged_batches reaches predict
        out.append(predict(batch))
    return out


def even(data):
    out = []
    for start in range(0, len(data) // 32 * 32, 32):
        out.append(predict(data[start : start + 32]))
    return out
