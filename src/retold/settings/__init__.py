"""Every knob: its default, unit, range, and one line of why.

Order of precedence: arguments, `RETOLD_…` environment (sections joined by two underscores, as in
`RETOLD_RETRIEVER__THRESHOLD`), `retold.toml` in the working directory, a preset, the defaults.
Nothing is read at import; `load` reads. Unknown keys are errors. Secrets come from the
environment only and are never part of these settings.
"""

from __future__ import annotations

from retold.settings.loading import FILE, PREFIX, SECRETS, load, presets
from retold.settings.retrieval import (
    HalfLives,
    RerankerSettings,
    RetrieverSettings,
    TurnWeights,
    UnitWeights,
)
from retold.settings.section import Section
from retold.settings.sections import (
    AnswerSettings,
    EmbedderSettings,
    ForgettingSettings,
    LimitSettings,
    ModelSettings,
    ReconstructorSettings,
    Settings,
    StorageSettings,
    WindowSettings,
    WriterSettings,
)

__all__ = [
    "FILE",
    "PREFIX",
    "SECRETS",
    "AnswerSettings",
    "EmbedderSettings",
    "ForgettingSettings",
    "HalfLives",
    "LimitSettings",
    "ModelSettings",
    "ReconstructorSettings",
    "RerankerSettings",
    "RetrieverSettings",
    "Section",
    "Settings",
    "StorageSettings",
    "TurnWeights",
    "UnitWeights",
    "WindowSettings",
    "WriterSettings",
    "load",
    "presets",
]
