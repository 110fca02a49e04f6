"""What every section of the settings is."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Section(BaseModel):
    """A group of knobs. Frozen; unknown keys are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)
