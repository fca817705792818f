"""Which arguments have to be arrays or numbers, so that a list or a tuple raises `TypeError`.

Found by giving each a list, in JAX 0.4.20 and in 0.12: both refuse.
"""

from __future__ import annotations

_FIRST = {
    "jax.nn": (
        "elu gelu glu hard_silu hard_tanh leaky_relu log_sigmoid log_softmax logsumexp relu "
        "relu6 silu soft_sign softmax softplus standardize swish tanh"
    ),
    "jax.numpy": (
        "abs absolute all amax amin angle any arccos arccosh arcsin arcsinh arctan arctanh "
        "argmax argmin argsort argwhere average bincount bitwise_count bitwise_not cbrt ceil "
        "clip conj conjugate copy corrcoef cos cosh count_nonzero cumprod cumsum deg2rad diag "
        "diag_indices_from diagflat diagonal diff empty_like exp exp2 expand_dims expm1 fabs "
        "flip fliplr flipud floor frexp hsplit i0 imag invert isfinite isinf isnan log log10 "
        "log1p log2 matrix_transpose max mean median min modf moveaxis nan_to_num nanargmax "
        "nanargmin nanmax nanmean nanmedian nanmin nanprod nanstd nansum nanvar negative "
        "nonzero ones_like packbits pad piecewise poly polyder polyint positive prod ptp "
        "rad2deg ravel real reciprocal reshape rint roll roots rot90 round sign signbit sin "
        "sinc sinh sort sort_complex sqrt square squeeze std sum tan tanh tile trace "
        "transpose tril triu trunc unique unpackbits unravel_index unwrap vander var "
        "zeros_like"
    ),
    "jax.numpy.linalg": (
        "cholesky cond det eig eigh eigvals eigvalsh inv matrix_rank norm qr slogdet svd "
        "tensorinv"
    ),
}  # fmt: skip
_FIRST_TWO = {
    "jax.numpy": (
        "add allclose arctan2 bitwise_and bitwise_or bitwise_xor compress convolve copysign "
        "correlate cov cross delete digitize divide divmod dot equal extract float_power "
        "floor_divide fmod full_like gcd greater greater_equal heaviside histogram2d "
        "histogram_bin_edges hypot inner intersect1d isclose isin lcm ldexp left_shift less "
        "less_equal logaddexp logaddexp2 matmul maximum minimum multiply nanpercentile "
        "nanquantile nextafter not_equal percentile polyadd polydiv polymul polysub polyval "
        "power quantile remainder repeat right_shift searchsorted setdiff1d setxor1d subtract "
        "take tensordot true_divide union1d vdot"
    ),
    "jax.numpy.linalg": (
        "lstsq solve tensorsolve"
    ),
}  # fmt: skip
_OTHERS = {
    "jax.numpy.ediff1d": (0, 1, 2),
    "jax.numpy.full": (1,),
    "jax.numpy.histogram": (0, 1, 3),
    "jax.numpy.histogramdd": (0, 3),
    "jax.numpy.insert": (0, 2),
    "jax.numpy.place": (0, 1, 2),
    "jax.numpy.where": (1, 2),
}


def array_places(function: str) -> tuple[int, ...]:
    """Which arguments by position of a function of JAX take arrays and no lists.

    >>> array_places("jax.numpy.where")
    (1, 2)
    >>> array_places("jax.numpy.stack")
    ()
    """
    module, _, name = function.rpartition(".")
    if name in _FIRST.get(module, "").split():
        return (0,)
    if name in _FIRST_TWO.get(module, "").split():
        return (0, 1)
    return _OTHERS.get(function, ())
