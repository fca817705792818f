"""What a change to a repository is: its files, its lines, what stood there before."""
