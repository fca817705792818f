def scaled(x):
    return 2 * x
