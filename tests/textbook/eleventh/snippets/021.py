import pathlib
import tempfile

import jax
import jax.numpy as jnp
import optax
import orbax.checkpoint as ocp

tx = optax.adam(1e-2)
params = {"w": jnp.zeros((4,))}
state = {"params": params, "opt_state": tx.init(params)}
root = pathlib.Path(tempfile.mkdtemp()).resolve()
options = ocp.CheckpointManagerOptions(max_to_keep=2, save_interval_steps=2)


@jax.jit
def step(state):
    grads = jax.grad(lambda p: jnp.sum((p["w"] - 1.0) ** 2))(state["params"])
    updates, opt_state = tx.update(grads, state["opt_state"])
    return {"params": optax.apply_updates(state["params"], updates), "opt_state": opt_state}


with ocp.CheckpointManager(root, options=options) as manager:
    for i in range(6):
        state = step(state)
        manager.save(i, args=ocp.args.StandardSave(state))
    manager.wait_until_finished()
    abstract = jax.tree.map(ocp.utils.to_shape_dtype_struct, state)
    restored = manager.restore(manager.latest_step(), args=ocp.args.StandardRestore(abstract))
print(step(restored)["params"])
