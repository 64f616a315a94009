"""Settings: one strict, frozen tree.

Sources, later ones win: defaults, the file `settings.toml` in the library's folder, environment variables
(`PINCITE_SEARCH__CANDIDATES=50`: section and key joined by two underscores), arguments.

Unknown keys and values out of bounds are errors, so that a misspelt setting never silently does nothing.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pincite.errors import SettingsError

SETTINGS_FILE = "settings.toml"
ENVIRONMENT_PREFIX = "PINCITE_"
_NOT_SETTINGS = frozenset({"PINCITE_LIBRARY", "PINCITE_MODELS", "PINCITE_DATA", "PINCITE_TEST_DATA"})


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class ParseSettings(_Section):
    """Reading files, in isolated processes."""

    workers: int = Field(default=1, ge=1, le=64, description="Parser processes at a time.")
    seconds_per_file: float = Field(
        default=600,
        gt=0,
        description="A file that takes longer, a large one for each 1,000 pages, fails alone.",
    )
    seconds_per_page: float = Field(default=30, gt=0, description="A page that takes longer is skipped.")
    memory_mb: int = Field(default=1500, ge=200, description="Memory one parser process may use.")
    max_pages: int = Field(default=20_000, ge=1, description="Files with more pages are refused.")
    max_bytes: int = Field(default=2_000_000_000, ge=1, description="Larger files are refused.")


class OcrSettings(_Section):
    """Reading pages from their picture: scans, and pages whose text is not what they show."""

    enabled: bool = Field(default=True, description="Whether pictures are read at all.")
    languages: str = Field(
        default="",
        description='Languages of scans, as in "ru,en"; empty for those in Latin letters, Chinese and Japanese.',
    )
    dpi: float = Field(default=200, ge=72, le=600, description="Pixels an inch of the pictures.")
    workers: int = Field(default=0, ge=0, le=64, description="Pages read at a time; 0: by the CPU.")
    min_confidence: float = Field(
        default=0.6, ge=0, le=1, description="Lines that are read with less confidence are left out."
    )
    seconds_per_page: float = Field(default=300, gt=0, description="A page that takes longer is skipped.")
    memory_mb: int = Field(default=3000, ge=1000, description="Memory on top of parse.memory_mb.")


class ChunkSettings(_Section):
    """Cutting pages into chunks."""

    tokens: int = Field(default=216, ge=16, le=8192, description="Most tokens of a chunk, context excluded.")
    overlap_tokens: int = Field(
        default=24, ge=0, le=2048, description="Repeat the last sentence of a chunk if it has at most these."
    )
    context: Literal["none", "section", "title"] = Field(
        default="none",
        description="What the encoder reads before a chunk: nothing, section titles, title too.",
    )


class EncoderSettings(_Section):
    """The embedded encoder."""

    name: str = Field(
        default="minilm", description='"minilm", "multilingual", or the folder of an ONNX model.'
    )
    precision: Literal["auto", "f32", "bf16", "int8"] = Field(
        default="auto", description="Arithmetic; auto takes the fastest that this CPU does well."
    )
    streams: int = Field(default=0, ge=0, le=64, description="Parallel inference streams; 0: by the CPU.")


class SearchSettings(_Section):
    """Finding passages. The defaults are measured: see docs/benchmarks.md."""

    candidates: int = Field(default=100, ge=1, le=1000, description="Passages that are reranked.")
    fusion: Literal["weighted", "rrf"] = Field(default="weighted", description="How BM25 and dense combine.")
    lexical_weight: float = Field(default=0.5, ge=0, le=1, description="Share of BM25 in weighted fusion.")
    rrf_k: int = Field(default=60, ge=1, description="The constant of reciprocal rank fusion.")
    late_lexical: float = Field(
        default=0.2, ge=0, description="Weight of chunk BM25 beside late interaction."
    )
    late_page: float = Field(default=0.1, ge=0, description="Weight of page BM25 beside late interaction.")
    late_dense: float = Field(
        default=0.15, ge=0, description="Weight of the passage vector beside late interaction."
    )
    late_title: float = Field(
        default=0.3, ge=0, description="Weight of a document's title that the question names, beside these."
    )
    cross_encoder: str = Field(default="", description='Folder of an ONNX cross-encoder for "precise" mode.')
    precise_candidates: int = Field(default=20, ge=1, le=200, description="Passages the cross-encoder reads.")


class AnswerSettings(_Section):
    """Answering."""

    threshold: float = Field(
        default=0.4, ge=0, le=1, description="Refuse below this calibrated probability of being answerable."
    )
    compose_threshold: float = Field(
        default=0.2,
        ge=0,
        le=1,
        description="Ask no language model below this probability; it may find itself that there is no answer.",
    )
    max_sentences: int = Field(default=4, ge=1, le=10, description="Most sentences of a quoted answer.")
    sources: int = Field(
        default=10, ge=1, le=100, description="Most passages that a language model reads for an answer."
    )
    mode: Literal["auto", "quoted", "composed"] = Field(
        default="auto", description="auto: composed where a language model is found or set, else quoted."
    )


class ModelSettings(_Section):
    """The language model that composes answers. Without one, answers are quoted."""

    provider: Literal["auto", "none", "ollama", "openai", "anthropic"] = Field(
        default="auto",
        description='auto: an Ollama on this machine if one runs; "openai": any server of that protocol.',
    )
    name: str = Field(default="", description="The model; empty: the first that the server lists.")
    address: str = Field(default="", description="The server's address; empty: the provider's usual one.")
    key_variable: str = Field(
        default="", description="Environment variable that holds the key; the key itself is never stored."
    )
    allow_remote: bool = Field(
        default=False, description="Whether text of documents may be sent to a server on another machine."
    )
    window: int = Field(
        default=0, ge=0, le=10_000_000, description="Tokens the model can hold; 0: as the server says."
    )
    max_tokens: int = Field(default=1024, ge=16, le=100_000, description="Most tokens of an answer.")
    temperature: float = Field(default=0, ge=0, le=2, description="0: always the likeliest word.")
    seconds: float = Field(default=120, gt=0, description="Longest wait for the next piece of an answer.")
    keep_alive: str = Field(default="15m", description="How long Ollama keeps the model in memory.")
    stream: bool = Field(default=True, description="Whether the server is asked to send pieces as they come.")


class JudgeSettings(_Section):
    """`pincite eval judge`: language models that judge answers."""

    prices: str = Field(
        default="",
        description='US dollars a million tokens of prompt and reply, by model or provider: "m=2.5:10,openai=3:15".',
    )
    budget: float = Field(
        default=50, ge=0, description="US dollars that one run of remote judges may spend at most."
    )


class ServerSettings(_Section):
    """`pincite serve`."""

    host: str = Field(
        default="127.0.0.1", description="Address to listen at; others than loopback need accounts."
    )
    port: int = Field(default=8750, ge=0, le=65535, description="Port to listen at; 0: any that is free.")
    names: str = Field(
        default="",
        description='Further names under which it is called, as in "docs.example.org,10.0.0.5:8443".',
    )
    root_path: str = Field(
        default="", description='Path before all addresses behind a proxy, as in "/pincite".'
    )
    proxies: str = Field(
        default="",
        description="Addresses of proxies whose X-Forwarded headers are believed, joined by commas.",
    )
    max_upload_bytes: int = Field(default=2_000_000_000, ge=1, description="Largest file that is taken.")
    max_request_bytes: int = Field(
        default=8_000_000_000, ge=1, description="Largest upload with all its files."
    )
    max_body_bytes: int = Field(default=4_000_000, ge=1000, description="Largest body of any other request.")
    max_files: int = Field(default=1000, ge=1, description="Most files in one upload.")
    max_requests: int = Field(
        default=64, ge=1, description="Requests answered at a time; more wait, then get 503."
    )
    requests_per_minute: int = Field(
        default=1200, ge=1, description="Of one account, or one address without login."
    )
    questions_per_minute: int = Field(default=120, ge=1, description="Questions and the like of one account.")
    workers: int = Field(
        default=1, ge=0, le=16, description="Processes that index; 0: only `pincite worker`."
    )
    stop_seconds: float = Field(default=20, ge=0, description="Time that open answers have when it stops.")


class AccountSettings(_Section):
    """Accounts of a server."""

    sign_up: Literal["off", "invitation", "open"] = Field(
        default="invitation", description="Who may sign up."
    )
    session_hours: float = Field(
        default=24 * 14, gt=0, description="A login ends when it was unused for so long."
    )
    min_password: int = Field(default=10, ge=8, le=200, description="Fewest characters of a password.")
    lock_after: int = Field(
        default=5,
        ge=1,
        description="Failed logins of a name from one address before a wait; ten times as many of an address.",
    )
    audit_questions: bool = Field(
        default=False, description="Whether the audit log holds the questions asked."
    )
    oidc_issuer: str = Field(default="", description="Address of an OpenID Connect provider; empty for none.")
    oidc_client: str = Field(default="", description="Client id at that provider.")
    oidc_secret_variable: str = Field(
        default="", description="Environment variable that holds the client's secret; it is never stored."
    )
    oidc_sign_up: bool = Field(
        default=False, description="Whether who is known there gets an account at once."
    )


class JobSettings(_Section):
    """Adding files in the background."""

    attempts: int = Field(default=4, ge=1, le=20, description="Tries of a job whose failure may pass.")
    lease_seconds: float = Field(
        default=60, ge=2, description="A worker that is silent for so long has lost its job."
    )
    niceness: int = Field(default=15, ge=0, le=19, description="How far workers stand back for questions.")


class PrivacySettings(_Section):
    """Personal data, signatures, poisoned documents."""

    pii: Literal["off", "flag", "redact"] = Field(
        default="off",
        description="Personal data in documents: left alone, told, or blacked out in the index.",
    )
    pii_kinds: str = Field(default="", description="Only these kinds, joined by commas; empty for all.")
    pii_patterns: str = Field(
        default="", description="File with own patterns: lines NAME = REGULAR EXPRESSION."
    )
    pii_region: str = Field(default="", description='Country of phone numbers without a prefix, as in "DE".')
    sign: bool = Field(default=True, description="Whether what is indexed is signed, for `pincite verify`.")
    poisoning: bool = Field(default=True, description="Whether new documents are checked for planted text.")


class Settings(_Section):
    """All settings of a library."""

    parse: ParseSettings = ParseSettings()
    ocr: OcrSettings = OcrSettings()
    chunk: ChunkSettings = ChunkSettings()
    encoder: EncoderSettings = EncoderSettings()
    search: SearchSettings = SearchSettings()
    answer: AnswerSettings = AnswerSettings()
    model: ModelSettings = ModelSettings()
    judge: JudgeSettings = JudgeSettings()
    server: ServerSettings = ServerSettings()
    accounts: AccountSettings = AccountSettings()
    jobs: JobSettings = JobSettings()
    privacy: PrivacySettings = PrivacySettings()


def load_settings(
    folder: Path | None = None,
    *,
    environment: Mapping[str, str] | None = None,
    overrides: Mapping[str, Any] | None = None,
) -> Settings:
    """Settings from all sources.

    Args:
        folder: The library's folder, whose settings file is read if it exists.
        environment: Environment variables; the process's own when None.
        overrides: Nested mapping of arguments, e.g. `{"search": {"candidates": 50}}`.

    Raises:
        SettingsError: naming the source and the key that is wrong.
    """
    tree: dict[str, dict[str, Any]] = {}
    if folder is not None and (folder / SETTINGS_FILE).is_file():
        _merge(tree, _read_file(folder / SETTINGS_FILE), source=SETTINGS_FILE)
    _merge(tree, _from_environment(os.environ if environment is None else environment), source="environment")
    _merge(tree, overrides or {}, source="arguments")
    try:
        return Settings.model_validate(tree)
    except ValidationError as error:
        first = error.errors()[0]
        key = ".".join(str(part) for part in first["loc"])
        raise SettingsError(
            f"setting {key!r}: {first['msg'][0].lower()}{first['msg'][1:]}",
            "`pincite config` lists all settings, their meaning and bounds.",
        ) from None


def _read_file(path: Path) -> Mapping[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise SettingsError(f"{path} cannot be read: {error.strerror}", "Check its permissions.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(
            f"{SETTINGS_FILE} cannot be read: {error}", f"Correct or remove {path}."
        ) from None


def _from_environment(environment: Mapping[str, str]) -> Mapping[str, Any]:
    tree: dict[str, dict[str, Any]] = {}
    for name, value in environment.items():
        if not name.startswith(ENVIRONMENT_PREFIX) or name in _NOT_SETTINGS:
            continue
        section, separator, key = name.removeprefix(ENVIRONMENT_PREFIX).lower().partition("__")
        if not separator:
            raise SettingsError(
                f"environment variable {name} names no setting",
                f"Settings are written {ENVIRONMENT_PREFIX}SECTION__KEY.",
            )
        tree.setdefault(section, {})[key] = value
    return tree


def _merge(tree: dict[str, dict[str, Any]], new: Mapping[str, Any], *, source: str) -> None:
    for section, values in new.items():
        if not isinstance(values, Mapping):
            raise SettingsError(
                f"{section!r} in {source} is not a section", "Settings are grouped: see `pincite config`."
            )
        tree.setdefault(section, {}).update(values)
