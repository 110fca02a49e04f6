"""The knobs by section: default, unit, range, and one line of why."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from retold.settings.retrieval import RerankerSettings, RetrieverSettings
from retold.settings.section import Section


class StorageSettings(Section):
    """Where the memory lives and how safely it is written."""

    ledger: str = Field("sqlite", description="Driver of the ledger; one file needs no server.")
    index: str = Field("sqlite", description="Driver of the index; the default shares the file.")
    synchronous: Literal["full", "normal"] = Field(
        "full", description="`full` syncs every write to disk; `normal` may lose the last ones."
    )
    busy_timeout_seconds: float = Field(
        10.0, gt=0, le=600, description="How long a write waits for another process's write."
    )
    vector_cache_megabytes: int = Field(
        512, ge=1, le=65536, description="Memory for vectors of recently asked users."
    )
    threads: int = Field(2, ge=1, le=64, description="Threads for database reads.")


class EmbedderSettings(Section):
    """What turns text into vectors."""

    driver: str = Field("e5", description="Chinese and English in one model, with no download.")
    adapter: str = Field(
        "", description="File of `retold embed train` that turns the vectors of questions."
    )
    turn_questions: bool = Field(
        True, description="Turn questions towards memories that bear on them without saying so."
    )
    threads: int = Field(1, ge=1, le=64, description="More help only on an idle machine.")
    batch: int = Field(16, ge=1, le=512, description="Texts a call; larger gains nothing on CPU.")
    chunks: Literal["turn", "sentence", "exchange", "window"] = Field(
        "exchange",
        description="What else of a turn gets a vector: sentences, or it with one or two before.",
    )
    chunk_tokens: int = Field(
        64,
        ge=0,
        description="Longest turn that is embedded with those before it; long ones tell. 0: any.",
    )
    max_windows: int = Field(
        16, ge=1, le=256, description="Windows embedded of one long text; the rest has keywords."
    )
    when: Literal["now", "later"] = Field(
        "now", description="`later` returns before vectors exist; recall fills them in."
    )
    fill_at_recall: int = Field(
        16, ge=0, le=1024, description="Missing vectors that one recall fills in before searching."
    )
    retry_seconds: float = Field(
        30.0, ge=0, le=86400, description="Pause after a failure, so that recalls stay quick."
    )
    url: str = Field("", description="Base address of an OpenAI-compatible endpoint.")
    model: str = Field("", description="Name of the endpoint's model.")
    dimensions: int = Field(0, ge=0, le=8192, description="Length of the endpoint's vectors.")
    window_characters: int = Field(
        1000,
        ge=100,
        le=100_000,
        description="Longest part given whole to `openai` or `light`: 512 tokens of Chinese.",
    )
    timeout_seconds: float = Field(10.0, gt=0, le=600, description="Limit of one endpoint call.")


class LimitSettings(Section):
    """What is too large to accept."""

    turn_characters: int = Field(
        2_000_000, ge=1, description="Longest text of one turn; a pasted book is a mistake."
    )
    turns_a_call: int = Field(20_000, ge=1, description="Most turns in one `remember`.")
    name_characters: int = Field(
        200, ge=1, le=10_000, description="Longest user, session, speaker, id or key."
    )
    metadata_characters: int = Field(10_000, ge=0, description="Longest metadata of one turn.")
    future_seconds: float = Field(
        86_400.0, ge=0, description="How far ahead of the clock a turn may be dated."
    )
    k: int = Field(200, ge=1, le=10_000, description="Largest `k` of a recall.")
    question_characters: int = Field(
        100_000, ge=1, description="Longest question; more is a document, not a question."
    )
    secrets: Literal["mask", "refuse", "keep"] = Field(
        "mask", description="Keys, passwords, card, identity and phone numbers in a turn."
    )


class WindowSettings(Section):
    """The short-term memory of a session."""

    turns: int = Field(10, ge=0, le=200, description="Recent turns in view; enough for a topic.")
    idle_minutes: float = Field(
        180.0, gt=0, description="A silence after which earlier turns are out of view."
    )


class WriterSettings(Section):
    """What is worth keeping, and how it is said."""

    enabled: bool = Field(True, description="Without it only the turn log is kept.")
    threshold: float = Field(
        0.47,
        ge=0,
        le=1,
        description="Least score of a sentence that becomes a unit; what is lost stays lost.",
    )
    growth_least: float = Field(
        0, ge=0, le=20, description="Units per 20 turns below which the threshold falls; see most."
    )
    growth_most: float = Field(
        0, ge=0, le=100, description="Above it the threshold rises; 0 leaves the threshold fixed."
    )
    scorer: Literal["trained", "rules"] = Field(
        "trained", description="Who says what a sentence is worth; rules decide what it becomes."
    )
    context_turns: int = Field(5, ge=0, le=50, description="Turns a sentence is understood with.")
    near_duplicate: float = Field(
        0.85, ge=0, le=1, description="Token similarity from which two units may be one."
    )
    max_sentences: int = Field(
        200, ge=1, le=10_000, description="Sentences of one turn that are judged."
    )
    raw: bool = Field(False, description="Keep the sentence as it was said, without rewriting.")


class ModelSettings(Section):
    """A language model that helps; without one the rules do all of it alone."""

    driver: str = Field("", description="`openai` for any endpoint that speaks its chat API.")
    url: str = Field("", description="Base address of the endpoint.")
    name: str = Field("", description="Name of the endpoint's model.")
    timeout_seconds: float = Field(
        20.0, gt=0, le=600, description="Limit of one call; then the rules' result stands."
    )
    turns_a_call: int = Field(20, ge=1, le=200, description="Turns that one call is asked about.")
    characters_a_call: int = Field(
        12_000,
        ge=100,
        le=1_000_000,
        description="Their length; a longer turn is left to the rules.",
    )
    calls_a_write: int = Field(
        4,
        ge=1,
        le=1000,
        description="Calls for one `remember`, whatever its length; rules do the rest.",
    )
    scan_turns: int = Field(
        5, ge=0, le=100, description="Turns after which it looks at them once more together."
    )
    calls_a_day: int = Field(
        1000, ge=0, description="Calls a tenant and day for every use; then rules work alone."
    )
    retry_seconds: float = Field(
        30.0,
        ge=0,
        le=86400,
        description="Pause of summaries and recalls after it failed, so that they stay quick.",
    )


class ForgettingSettings(Section):
    """What fades when it is not used, what goes when there is too much, and how long it is kept."""

    faded_below: float = Field(
        0.5, ge=0, le=1, description="Retention below which only a strong match finds a memory."
    )
    cold_below: float = Field(
        0.125, ge=0, le=1, description="Retention below which a memory goes cold; 3 half-lives."
    )
    growth: float = Field(
        0.5, ge=0, le=10, description="Half-lives that are gained with every day of use."
    )
    important: float = Field(
        0.8, ge=0, le=1, description="Importance from which a memory is kept as if pinned."
    )
    floor: float = Field(
        0.6, ge=0, le=1, description="Least retention of what is pinned or important."
    )
    after_days: float = Field(
        0, ge=0, description="Active days without use until eviction, whatever it says; 0: never."
    )
    capacity: int = Field(
        20_000, ge=0, description="Live memories of a user; beyond, the least recently used go."
    )
    least_importance: float = Field(
        0, ge=0, le=1, description="What has faded and matters less is evicted; 0: nothing."
    )
    evict_to: Literal["cold", "retired"] = Field(
        "cold", description="A strong match brings back what is cold, only a person the retired."
    )
    cold_days: int = Field(
        0, ge=0, description="Active days without use that what is cold is kept; 0: for ever."
    )
    turn_days: int = Field(
        0, ge=0, description="Active days that a turn without a memory is kept; 0: for ever."
    )
    sweep_hours: float = Field(
        20.0, gt=0, le=8760, description="Time between sweeps; short of a day, for a daily clock."
    )
    summaries: bool = Field(
        False, description="Sum up turns, days and weeks; off, for it tells more of weeks alone."
    )
    summaries_by_model: bool = Field(
        False, description="A language model words them; what does not hold stays in quotations."
    )
    summary_sentences: int = Field(
        8, ge=1, le=100, description="Most of one summary; more is a list and no summary."
    )
    summary_tokens: int = Field(
        200, ge=16, le=10_000, description="Longest summary, a third of a default context."
    )


class ReconstructorSettings(Section):
    """How hits become a background."""

    budget_tokens: int = Field(
        600, ge=16, le=100_000, description="Upper bound of a context; a page is distraction."
    )
    stable_share: float = Field(
        0.12, ge=0, le=1, description="Most of the budget that the profile may take."
    )
    stable_tokens: int = Field(
        80, ge=0, description="Longest profile; the rest of a larger budget is for what is asked."
    )
    stable_importance: float = Field(
        0.65, ge=0, le=1, description="Least of what stands there: who they are, not what they do."
    )
    quotation_share: float = Field(
        0.25, gt=0, le=1, description="Most of it for one quotation; of a longer turn, parts."
    )


class AnswerSettings(Section):
    """How a reply is composed without a model."""

    sentences: int = Field(3, ge=1, le=20, description="Memories that one reply draws on.")
    least_share_of_best: float = Field(
        0.6, ge=0, le=1, description="Score a memory needs beside the best to be worth saying."
    )


class Settings(Section):
    """All knobs. Build it with `load`, or with keyword arguments."""

    preset: str = Field("selective", description="The design that the other values start from.")
    storage: StorageSettings = StorageSettings()
    embedder: EmbedderSettings = EmbedderSettings()
    limits: LimitSettings = LimitSettings()
    window: WindowSettings = WindowSettings()
    writer: WriterSettings = WriterSettings()
    model: ModelSettings = ModelSettings()
    reranker: RerankerSettings = RerankerSettings()
    retriever: RetrieverSettings = RetrieverSettings()
    reconstructor: ReconstructorSettings = ReconstructorSettings()
    answer: AnswerSettings = AnswerSettings()
    forgetting: ForgettingSettings = ForgettingSettings()
