"""How the weights of the writer's scorer are made: `python -m training.worth`."""
