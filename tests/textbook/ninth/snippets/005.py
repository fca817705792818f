import jax
import jax.numpy as jnp
import numpy as np

NUM_RECORDS = 100_000
NUM_FEATURES = 64


def parse_records(num_records):
    rng = np.random.default_rng(0)
    for _ in range(num_records):
        yield rng.lognormal(size=NUM_FEATURES).astype(np.float32)


def build_feature_matrix(num_records):
    features = jnp.zeros((num_records, NUM_FEATURES))
    for row, record in enumerate(parse_records(num_records)):
        features = features.at[row].set(record)
    return features


@jax.jit
def standardize(features):
    features = jnp.log1p(features)
    return (features - features.mean(axis=0)) / (features.std(axis=0) + 1e-6)


features = standardize(build_feature_matrix(NUM_RECORDS))
print(features.shape, features.dtype)
