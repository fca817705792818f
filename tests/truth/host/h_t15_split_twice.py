"""One key is split into two and, further down, into three: the first keys are equal."""

import jax


def prepare(rng, options, dataset_cls, model_cls):
    data_rng, model_rng = jax.random.split(rng)
    dataset = dataset_cls(options, data_rng)
    if options.plain:
        options = options.copy()
    model = model_cls(options, dataset.shape)
    rng, params_rng, dropout_rng = jax.random.split(key=rng, num=3)  # want: JOL802
    params = model.init({"params": params_rng, "dropout": dropout_rng}, dataset.example)
    _, train_rng = jax.random.split(rng)
    return params, train_rng, model_rng
