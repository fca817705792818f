"""The command line. Each command lies in a module of its own, which is imported when it runs."""
