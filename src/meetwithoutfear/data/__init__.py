"""Word lists, texts and numbers that ship with the package; `read_text` and `read_bytes` are the only doors to them."""

from importlib.resources import files


def read_text(name: str) -> str:
    return files(__name__).joinpath(name).read_text(encoding="utf-8")


def read_bytes(name: str) -> bytes:
    return files(__name__).joinpath(name).read_bytes()
