"""One file a codemod; the registry finds them."""
