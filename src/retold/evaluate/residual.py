"""Learning a hidden layer over frozen vectors, in place of a matrix; needs the extra `train`.

The loss, the batches and the stopping are those of `contrast`. At the start the layer adds nothing.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import torch

from retold.evaluate.contrast import (
    BATCH,
    MOST_EPOCHS,
    PATIENCE,
    RIDGE,
    STEP,
    TEMPERATURE,
    Fitted,
    Floats,
    Pairs,
)


def fit_residual(pairs: Pairs, quality: Callable[..., float], *, seed: int) -> Fitted:
    """Learn `inner`, `bias` and `outer` of a `ResidualAdapter`; the hidden layer is as wide as it.

    Args:
        pairs: what to learn from.
        quality: how good the three are on what is not learnt from; higher is better.
        seed: of the weights at the start, and of the order of the pairs.
    """
    size = pairs.questions.shape[1]
    generator = torch.Generator().manual_seed(seed)
    inner = torch.randn((size, size), generator=generator, dtype=torch.float64) / size**0.5
    weights = [inner, torch.zeros(size, dtype=torch.float64), torch.zeros_like(inner)]
    for weight in weights:
        weight.requires_grad_()
    optimiser = torch.optim.Adam(weights, lr=STEP)
    questions, passages = torch.from_numpy(pairs.questions), torch.from_numpy(pairs.passages)
    groups = torch.from_numpy(pairs.groups)
    best = _copied(weights)
    highest, best_epoch, epoch = quality(*best), 0, 0
    while epoch < MOST_EPOCHS and epoch - best_epoch < PATIENCE:
        epoch += 1
        for rows in torch.randperm(len(groups), generator=generator).split(BATCH):
            optimiser.zero_grad()
            _loss(weights, questions[rows], passages[rows], groups[rows]).backward()
            optimiser.step()
        reached = quality(*_copied(weights))
        if reached > highest:
            highest, best, best_epoch = reached, _copied(weights), epoch
    return Fitted(weights=best, best_epoch=best_epoch, epochs=epoch)


def _loss(
    weights: list[torch.Tensor],
    questions: torch.Tensor,
    passages: torch.Tensor,
    groups: torch.Tensor,
) -> torch.Tensor:
    """As `contrast.loss`, with the ridge on what the layer adds."""
    inner, bias, outer = weights
    turned = questions + torch.tanh(questions @ inner.T + bias) @ outer.T
    logits = torch.nn.functional.normalize(turned) @ passages.T / TEMPERATURE
    own = torch.eye(len(groups), dtype=torch.bool)
    logits = logits.masked_fill((groups[:, None] == groups[None, :]) & ~own, -torch.inf)
    contrast = torch.nn.functional.cross_entropy(logits, torch.arange(len(groups)))
    return contrast + RIDGE * (outer**2).sum()


def _copied(weights: list[torch.Tensor]) -> tuple[Floats, ...]:
    return tuple(np.array(weight.detach().numpy()) for weight in weights)
