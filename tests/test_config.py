"""Settings: what holds without any, what is refused, and who wins."""

from __future__ import annotations

import stat
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path

import pytest

from meetwithoutfear.config import SETTINGS, BadSetting, Settings, Vapid, load_settings, read_dotenv
from meetwithoutfear.domain.waiting import Patience
from meetwithoutfear.engines.engine import EngineName, EngineSettings

KEY = "a key of more than thirty-two letters"


def load(folder: Path, **more: str) -> Settings:
    return load_settings({"MWF_DATA_DIR": str(folder / "data"), **more})


def test_without_any_setting_everything_has_a_value(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    settings = load_settings({})
    assert settings == Settings(
        host="127.0.0.1",
        port=8000,
        base_url="http://localhost:8000",
        data_dir=Path("data"),
        database_url="sqlite:///data/meetwithoutfear.db",
        secret_key=settings.secret_key,
        smtp_url=None,
        mail_from="no-reply@localhost",
        vapid=None,
        engine=EngineSettings(EngineName.EMBEDDED),
        patience=Patience(
            analysis=timedelta(minutes=15), offer=timedelta(days=7), silence=timedelta(days=14)
        ),
        rate_limits=True,
        log_level="info",
    )
    assert settings.on_sqlite
    assert not settings.secure


def test_an_empty_setting_is_none(tmp_path: Path) -> None:
    empty = {setting.name: " " for setting in SETTINGS if setting.name != "MWF_DATA_DIR"}
    assert load(tmp_path, **empty) == load(tmp_path)


def test_every_setting_is_read(tmp_path: Path) -> None:
    given = {
        "MWF_HOST": "0.0.0.0",  # noqa: S104
        "MWF_PORT": "9000",
        "MWF_BASE_URL": "https://meet.example.org/",
        "MWF_DATA_DIR": str(tmp_path),
        "MWF_DATABASE_URL": "postgresql://somebody@example.org/mwf",
        "MWF_SECRET_KEY": KEY,
        "MWF_SMTP_URL": "smtps://mail.example.org",
        "MWF_MAIL_FROM": "us@example.org",
        "MWF_VAPID_PRIVATE_KEY": "AQID" * 10 + "AQI",
        "MWF_VAPID_SUBJECT": "mailto:us@example.org",
        "MWF_ENGINE": "OpenAI",
        "MWF_ENGINE_URL": "http://localhost:11434/v1",
        "MWF_ENGINE_KEY": "a key",
        "MWF_MODEL_DEEP": "large",
        "MWF_MODEL_FAST": "small",
        "MWF_OFFER_TTL": "12h",
        "MWF_ANALYSIS_OVERDUE": "30s",
        "MWF_SILENCE_TTL": "3D",
        "MWF_RATE_LIMITS": "OFF",
        "MWF_LOG_LEVEL": "Debug",
    }
    assert set(given) == {setting.name for setting in SETTINGS}
    settings = load_settings(given)
    assert settings == Settings(
        host="0.0.0.0",  # noqa: S104
        port=9000,
        base_url="https://meet.example.org",
        data_dir=tmp_path,
        database_url="postgresql://somebody@example.org/mwf",
        secret_key=KEY.encode(),
        smtp_url="smtps://mail.example.org",
        mail_from="us@example.org",
        vapid=Vapid(bytes([1, 2, 3]) * 10 + bytes([1, 2]), "mailto:us@example.org"),
        engine=EngineSettings(EngineName.OPENAI, "http://localhost:11434/v1", "a key", "large", "small"),
        patience=Patience(
            analysis=timedelta(seconds=30), offer=timedelta(hours=12), silence=timedelta(days=3)
        ),
        rate_limits=False,
        log_level="debug",
    )
    assert settings.secure
    assert not settings.on_sqlite


def test_what_is_not_said_follows_from_what_is(tmp_path: Path) -> None:
    assert load(tmp_path, MWF_PORT="9000").base_url == "http://localhost:9000"
    assert (
        load(tmp_path, MWF_BASE_URL="https://meet.example.org:8443").mail_from == "no-reply@meet.example.org"
    )
    assert load(tmp_path).database_url == f"sqlite:///{tmp_path}/data/meetwithoutfear.db"
    assert load_settings({"MWF_DATA_DIR": "~/somewhere", "MWF_SECRET_KEY": KEY}).data_dir.is_absolute()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("MWF_PORT", "http"),
        ("MWF_PORT", "-1"),
        ("MWF_PORT", "80.5"),
        ("MWF_PORT", "65536"),
        ("MWF_PORT", "²"),
        ("MWF_BASE_URL", "meet.example.org"),
        ("MWF_BASE_URL", "ftp://meet.example.org"),
        ("MWF_BASE_URL", "https://"),
        ("MWF_DATABASE_URL", "mysql://example.org/mwf"),
        ("MWF_DATABASE_URL", "not an address"),
        ("MWF_SECRET_KEY", "x" * 31),
        ("MWF_SMTP_URL", "mail.example.org"),
        ("MWF_SMTP_URL", "https://mail.example.org"),
        ("MWF_VAPID_PRIVATE_KEY", "short"),
        ("MWF_VAPID_PRIVATE_KEY", "A" * 43),
        ("MWF_VAPID_SUBJECT", "mailto:us@example.org"),
        ("MWF_OFFER_TTL", "7"),
        ("MWF_OFFER_TTL", "0d"),
        ("MWF_ANALYSIS_OVERDUE", "a while"),
        ("MWF_ANALYSIS_OVERDUE", "-15m"),
        ("MWF_SILENCE_TTL", "1.5d"),
        ("MWF_SILENCE_TTL", "1000000d"),
        ("MWF_RATE_LIMITS", "sometimes"),
        ("MWF_LOG_LEVEL", "loud"),
    ],
)
def test_a_setting_that_cannot_be_meant_is_refused_by_name(tmp_path: Path, name: str, value: str) -> None:
    secret = next(setting.secret for setting in SETTINGS if setting.name == name)
    with pytest.raises(BadSetting, match=f"^{name} ") as refusal:
        load(tmp_path, **{name: value})
    assert (repr(value) in str(refusal.value)) == (not secret)


@pytest.mark.parametrize("value", ["0", "1", "65535"])
def test_a_port_is_a_number_up_to_65535(tmp_path: Path, value: str) -> None:
    assert load(tmp_path, MWF_PORT=value).port == int(value)


def test_a_generated_key_is_kept_and_nobody_elses_to_read(tmp_path: Path) -> None:
    first = load(tmp_path).secret_key
    file = tmp_path / "data" / "secret.key"
    assert len(first) >= 32
    assert file.read_bytes() == first
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    assert load(tmp_path).secret_key == first
    assert load(tmp_path / "another").secret_key != first


def test_a_given_key_wins_over_the_kept_one_and_is_not_written(tmp_path: Path) -> None:
    assert load(tmp_path, MWF_SECRET_KEY=KEY).secret_key == KEY.encode()
    assert not (tmp_path / "data").exists()
    kept = load(tmp_path).secret_key
    assert load(tmp_path, MWF_SECRET_KEY=KEY).secret_key == KEY.encode()
    assert load(tmp_path).secret_key == kept


def test_a_file_is_read_and_the_environment_wins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".env").write_text(
        "# MWF_HOST=203.0.113.1\n"
        "MWF_PORT=9001\n"
        "\n"
        "export MWF_MAIL_FROM='us@example.org'\n"
        '  MWF_BASE_URL = "https://file.example.org"  \n'
        "MWF_LOG_LEVEL=warning\n"
        "SOMETHING_ELSE=ignored\n"
    )
    monkeypatch.chdir(tmp_path)
    for setting in SETTINGS:
        monkeypatch.delenv(setting.name, raising=False)
    monkeypatch.setenv("MWF_BASE_URL", "https://environment.example.org")
    settings = load_settings()
    assert settings.host == "127.0.0.1"
    assert settings.port == 9001
    assert settings.mail_from == "us@example.org"
    assert settings.base_url == "https://environment.example.org"
    assert settings.log_level == "warning"


def test_without_a_file_the_environment_is_enough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MWF_DATA_DIR", str(tmp_path / "here"))
    assert load_settings().data_dir == tmp_path / "here"


def test_many_who_begin_at_once_use_one_key(tmp_path: Path) -> None:
    for number in range(30):
        env = {"MWF_DATA_DIR": str(tmp_path / str(number))}
        with ThreadPoolExecutor(8) as threads:
            keys = set(threads.map(lambda _, env=env: load_settings(env).secret_key, range(8)))
        assert keys == {load_settings(env).secret_key}


def test_an_empty_setting_in_the_file_does_not_swallow_the_next_line(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_text("MWF_SMTP_URL=\nMWF_PORT=9001\n")
    assert read_dotenv(file) == {"MWF_SMTP_URL": "", "MWF_PORT": "9001"}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("MWF_BASE_URL", "http://["),
        ("MWF_BASE_URL", "http://meet.example.org:port"),
        ("MWF_SMTP_URL", "smtp://"),
        ("MWF_SMTP_URL", "smtp://mail.example.org:port"),
        ("MWF_DATABASE_URL", "sqlite://"),
        ("MWF_DATA_DIR", "/dev/null/data"),
    ],
)
def test_more_settings_that_cannot_be_meant(tmp_path: Path, name: str, value: str) -> None:
    with pytest.raises(BadSetting, match=f"^{name} "):
        load_settings({"MWF_DATA_DIR": str(tmp_path), name: value})
