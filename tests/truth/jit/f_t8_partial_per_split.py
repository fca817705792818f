"""An evaluator maps a partial over the devices anew for each split of each evaluation."""

import functools

import jax


def measure(state, batch, *, network, metrics):
    out = network.apply({"params": state.params}, batch["x"], train=False)
    return metrics(out, batch)


class Evaluations:
    def __init__(self, model, options):
        self.model = model
        self.options = options

    def run(self, state, step, dataset, writer):
        for name, batches in dataset.valid.items():
            p_measure = jax.pmap(  # want: JOL101
                functools.partial(
                    measure,
                    network=self.model.network,
                    metrics=self.model.metrics("test"),
                ),
                axis_name="dev",
            )
            rows = []
            for _ in range(self.options.steps):
                rows.append(jax.device_get(p_measure(state, next(batches))))
            writer.write(step, name, rows)
