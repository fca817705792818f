"""How an observed run is shown: to people at a terminal, on a page, and to programs."""
