import jax
import jax.numpy as jnp
import optax
import orbax.checkpoint as ocp

params = {"dense": {"kernel": jnp.ones((4, 2)), "bias": jnp.zeros((2,))}}
tx = optax.adam(1e-3)
state = {"params": params, "opt_state": tx.init(params), "step": 100}

checkpointer = ocp.StandardCheckpointer()
checkpointer.save("checkpoints/run_17", state)
checkpointer.wait_until_finished()

abstract = jax.tree.map(ocp.utils.to_shape_dtype_struct, state)
restored = checkpointer.restore("checkpoints/run_17", abstract)
print(restored["step"])
