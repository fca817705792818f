"""The review bot: comments on what a pull request introduced, each once."""
