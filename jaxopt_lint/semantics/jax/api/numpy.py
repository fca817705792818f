"""NumPy functions that cannot take a traced array, and whether `jax.numpy` has the same.

Functions that NumPy hands to the array's own method (`np.sum`, `np.reshape`, `np.squeeze`, ...)
work on traced arrays and are not here.
"""

from __future__ import annotations

# The same in `jax.numpy`, element by element.
_ELEMENTWISE = (
    "abs absolute acos acosh add arccos arccosh arcsin arcsinh arctan arctan2 arctanh asin "
    "asinh atan atan2 atanh bitwise_and bitwise_count bitwise_invert bitwise_left_shift "
    "bitwise_not bitwise_or bitwise_right_shift bitwise_xor cbrt ceil conj conjugate copysign "
    "cos cosh deg2rad degrees divide divmod equal exp exp2 expm1 fabs float_power floor "
    "floor_divide fmax fmin fmod frexp gcd greater greater_equal heaviside hypot invert "
    "isfinite isinf isnan lcm ldexp left_shift less less_equal log log10 log1p log2 logaddexp "
    "logaddexp2 logical_and logical_not logical_or logical_xor maximum minimum mod modf "
    "multiply negative nextafter not_equal positive pow power rad2deg radians reciprocal "
    "remainder right_shift rint sign signbit sin sinh sqrt square subtract tan tanh "
    "true_divide trunc clip where nan_to_num isclose sinc angle",
)
# In `jax.numpy` as well, with dtypes or options that may differ.
_OTHER = (
    "allclose append array asarray atleast_1d atleast_2d atleast_3d average "
    "broadcast_arrays broadcast_to choose column_stack concat concatenate convolve copy "
    "corrcoef correlate count_nonzero cov cross diag diagonal diff digitize dot dstack "
    "ediff1d einsum expand_dims fliplr flipud full_like gradient hstack i0 inner interp "
    "isin isneginf isposinf kron lexsort matmul median meshgrid nanargmax nanargmin "
    "nanmax nanmean nanmedian nanmin nanprod nanstd nansum nanvar ones_like outer pad "
    "partition percentile polyval quantile ravel roll rot90 select sort "
    "stack take tensordot tile trace trapezoid tril triu vander vdot "
    "vstack zeros_like linalg.cholesky linalg.cond linalg.det linalg.eig linalg.eigh "
    "linalg.eigvals linalg.eigvalsh linalg.inv linalg.lstsq linalg.matrix_power "
    "linalg.matrix_rank linalg.multi_dot linalg.norm linalg.pinv linalg.qr linalg.slogdet "
    "linalg.solve linalg.svd fft.fft fft.ifft fft.fft2 fft.ifft2 fft.rfft fft.irfft fft.fftn "
    "fft.ifftn fft.fftshift fft.ifftshift",
)


def _named(names: str) -> frozenset[str]:
    return frozenset(f"numpy.{name}" for name in names.split())


ELEMENTWISE, OTHER = _named(*_ELEMENTWISE), _named(*_OTHER)
RAISE_ON_TRACERS = ELEMENTWISE | OTHER
# What NumPy hands to the array's own method: one of JAX gives one of JAX, and nothing waits.
BY_METHOD = _named(
    "all amax amin any argmax argmin around compress cumprod cumsum flip max mean min moveaxis "
    "prod repeat reshape round searchsorted squeeze std sum swapaxes transpose var"
)
# Options of NumPy that `jax.numpy` does not take.
ONLY_NUMPY = frozenset({"out", "casting", "subok", "like", "order", "ndmin", "where", "signature"})
# They write to the array that they are given first.
WRITERS = frozenset(
    f"numpy.{name}" for name in
    ("copyto", "put", "place", "putmask", "put_along_axis", "fill_diagonal", "random.shuffle")
)  # fmt: skip
