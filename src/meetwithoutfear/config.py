"""Settings: environment variables MWF_* and a .env file, all optional, all listed here, where `mwf doctor` and the
documents find them. The environment wins over the file."""

from __future__ import annotations

import base64
import contextlib
import importlib.util
import os
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlsplit

from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from meetwithoutfear.domain.waiting import Patience
from meetwithoutfear.engines.engine import EngineName, EngineSettings
from meetwithoutfear.private_file import OWNER_ONLY, close_to_others

UNITS = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days"}


class BadSetting(ValueError):
    """A setting that cannot be meant as it is written."""


@dataclass(frozen=True)
class Setting:
    name: str
    default: str
    meaning: str
    secret: bool = False


SETTINGS = (
    Setting("MWF_HOST", "127.0.0.1", "address the server listens on"),
    Setting("MWF_PORT", "8000", "port the server listens on"),
    Setting("MWF_BASE_URL", "", "address people reach the server at; links begin with it (default: localhost)"),
    Setting("MWF_DATA_DIR", "data", "folder for the SQLite file and the generated secret key"),
    Setting("MWF_DATABASE_URL", "", "postgresql://…, beyond one machine (default: SQLite in the data folder)", secret=True),
    Setting("MWF_SECRET_KEY", "", "32 characters or more (default: generated and kept in the data folder)", secret=True),
    Setting("MWF_SMTP_URL", "", "smtp://user:password@host:587 or smtps://…; without it no mail is sent", secret=True),
    Setting("MWF_MAIL_FROM", "", "sender of mails (default: no-reply at the base URL's host)"),
    Setting("MWF_VAPID_PRIVATE_KEY", "", "32 random bytes in base64url: turns web push on (extra: push)", secret=True),
    Setting("MWF_VAPID_SUBJECT", "", "mailto:… or https://…, where push services reach whoever runs this server"),
    Setting("MWF_ENGINE", "embedded", "who speaks and analyses: embedded, anthropic, bedrock or openai"),
    Setting("MWF_ENGINE_URL", "", "address of an OpenAI-compatible server, such as http://localhost:11434/v1"),
    Setting("MWF_ENGINE_KEY", "", "key of the engine, where it needs one", secret=True),
    Setting("MWF_MODEL_DEEP", "", "model for the guide and the analyses (default: the engine's own)"),
    Setting("MWF_MODEL_FAST", "", "model for coaching and short tasks (default: the engine's own)"),
    Setting("MWF_OFFER_TTL", "7d", "how long an invitation to share something more stays open"),
    Setting("MWF_ANALYSIS_OVERDUE", "15m", "after how long somebody may go on without the analysis of their statement"),
    Setting("MWF_SILENCE_TTL", "14d", "after how long a silence of the other somebody may end a session alone"),
    Setting("MWF_RATE_LIMITS", "on", "on or off; off is for tests"),
    Setting("MWF_LOG_LEVEL", "info", "debug, info, warning or error"),
)  # fmt: skip


@dataclass(frozen=True)
class Vapid:
    """Who sends pushes: the key that signs them, and where its owner is reached."""

    key: bytes = field(repr=False)
    subject: str


@dataclass(frozen=True)
class Settings:
    host: str
    port: int
    base_url: str
    data_dir: Path
    database_url: str
    secret_key: bytes
    smtp_url: str | None
    mail_from: str
    vapid: Vapid | None
    engine: EngineSettings
    patience: Patience
    rate_limits: bool
    log_level: str

    @property
    def secure(self) -> bool:
        return self.base_url.startswith("https://")

    @property
    def tells_outside(self) -> bool:
        return bool(self.smtp_url or self.vapid)

    @property
    def on_sqlite(self) -> bool:
        return make_url(self.database_url).get_backend_name() == "sqlite"


def load_settings(environment: Mapping[str, str] | None = None) -> Settings:
    env = current_environment() if environment is None else environment
    values = {setting.name: env.get(setting.name, "").strip() or setting.default for setting in SETTINGS}
    port = port_number(values["MWF_PORT"])
    data_dir = Path(values["MWF_DATA_DIR"]).expanduser()
    base_url = web_address(values["MWF_BASE_URL"] or f"http://localhost:{port}")
    return Settings(
        host=values["MWF_HOST"],
        port=port,
        base_url=base_url,
        data_dir=data_dir,
        database_url=database_url(values["MWF_DATABASE_URL"], data_dir),
        secret_key=secret_key(values["MWF_SECRET_KEY"], data_dir),
        smtp_url=smtp_url(values["MWF_SMTP_URL"]),
        mail_from=values["MWF_MAIL_FROM"] or f"no-reply@{urlsplit(base_url).hostname}",
        vapid=vapid(values["MWF_VAPID_PRIVATE_KEY"], values["MWF_VAPID_SUBJECT"]),
        engine=EngineSettings(
            EngineName(one_of("MWF_ENGINE", values["MWF_ENGINE"], tuple(EngineName))),
            values["MWF_ENGINE_URL"] or None,
            values["MWF_ENGINE_KEY"] or None,
            values["MWF_MODEL_DEEP"] or None,
            values["MWF_MODEL_FAST"] or None,
        ),
        patience=Patience(
            analysis=duration("MWF_ANALYSIS_OVERDUE", values["MWF_ANALYSIS_OVERDUE"]),
            offer=duration("MWF_OFFER_TTL", values["MWF_OFFER_TTL"]),
            silence=duration("MWF_SILENCE_TTL", values["MWF_SILENCE_TTL"]),
        ),
        rate_limits=one_of("MWF_RATE_LIMITS", values["MWF_RATE_LIMITS"], ("on", "off")) == "on",
        log_level=one_of("MWF_LOG_LEVEL", values["MWF_LOG_LEVEL"], ("debug", "info", "warning", "error")),
    )


def current_environment() -> dict[str, str]:
    return {**read_dotenv(Path(".env")), **os.environ}


def read_dotenv(path: Path) -> dict[str, str]:
    if not path.is_file():
        return {}
    pairs = re.findall(
        r"^[ \t]*(?:export[ \t]+)?(\w+)[ \t]*=[ \t]*(.*?)[ \t\r]*$", path.read_text(), re.MULTILINE
    )
    return {name: value.strip("'\"") for name, value in pairs}


def port_number(text: str) -> int:
    if not text.isdecimal() or not 0 <= int(text) < 65536:  # noqa: PLR2004  # ports
        raise BadSetting(f"MWF_PORT is not a port: {text!r}")
    return int(text)


def duration(name: str, text: str) -> timedelta:
    found = re.fullmatch(r"(\d{1,6})([smhd])", text.lower())
    if found is None or int(found[1]) == 0:
        raise BadSetting(f"{name} is {text!r}; durations are written like 7d, 12h, 15m or 30s")
    return timedelta(**{UNITS[found[2]]: int(found[1])})


def one_of(name: str, text: str, choices: tuple[str, ...]) -> str:
    if text.lower() not in choices:
        raise BadSetting(f"{name} is {text!r}; it can be {', '.join(choices)}")
    return text.lower()


def web_address(text: str) -> str:
    if not is_address(text, {"http", "https"}):
        raise BadSetting(f"MWF_BASE_URL is not an address like https://meet.example.org: {text!r}")
    return text.rstrip("/")


def is_address(text: str, schemes: set[str]) -> bool:
    try:
        parts = urlsplit(text)
        return parts.scheme in schemes and bool(parts.hostname) and (parts.port is None or parts.port >= 0)
    except ValueError:
        return False


def database_url(text: str, data_dir: Path) -> str:
    if not text:
        return f"sqlite:///{data_dir / 'meetwithoutfear.db'}"
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise BadSetting("MWF_DATABASE_URL is not an address") from None
    if url.get_backend_name() not in {"sqlite", "postgresql", "postgres"}:
        raise BadSetting("MWF_DATABASE_URL must begin with postgresql:// (or sqlite:///)")
    file = url.database or ":memory:"
    if url.get_backend_name() == "sqlite" and file.startswith((":memory:", "file:")):
        raise BadSetting(
            "MWF_DATABASE_URL must name a plain file: a database in memory would forget everything"
        )
    return text


def smtp_url(text: str) -> str | None:
    if text and not is_address(text, {"smtp", "smtps"}):
        raise BadSetting("MWF_SMTP_URL is not an address like smtp://user:password@host:587")
    return text or None


def vapid(key: str, subject: str) -> Vapid | None:
    if not key:
        if subject:
            raise BadSetting(f"MWF_VAPID_SUBJECT is {subject!r}, but MWF_VAPID_PRIVATE_KEY is not set")
        return None
    if not re.fullmatch(r"[A-Za-z0-9_-]{43}=?", key):
        raise BadSetting("MWF_VAPID_PRIVATE_KEY is not 32 bytes in base64url")
    if not re.match(r"mailto:[^@]+@.|https://.", subject):
        raise BadSetting("MWF_VAPID_PRIVATE_KEY needs a MWF_VAPID_SUBJECT like mailto:us@example.org")
    if importlib.util.find_spec("cryptography") is None:
        raise BadSetting("MWF_VAPID_PRIVATE_KEY needs the extra: pip install 'meetwithoutfear[push]'")
    return Vapid(base64.urlsafe_b64decode(f"{key[:43]}="), subject)


def secret_key(text: str, data_dir: Path) -> bytes:
    """Generated on first use and kept, so that nobody has to think of one."""
    if text:
        if len(text) < 32:  # noqa: PLR2004
            raise BadSetting("MWF_SECRET_KEY is too short: at least 32 characters")
        return text.encode()
    file = data_dir / "secret.key"
    try:
        if not file.exists():
            data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_new_key(file)
        close_to_others(file)
        return file.read_text().strip().encode()
    except OSError as trouble:
        raise BadSetting(f"MWF_DATA_DIR cannot be used: {trouble.strerror}") from None


def write_new_key(file: Path) -> None:
    """Whole or not at all, and closed to others from the start; whoever comes second uses the first one's key."""
    draft = file.with_name(f"{file.name}.{secrets.token_hex(8)}")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY), "w") as out:
        out.write(secrets.token_urlsafe(48))
    with contextlib.suppress(FileExistsError):
        file.hardlink_to(draft)
    draft.unlink()
