"""The streaming tag parser: raw text of an engine in, what a person may see out.

An engine writes `<thinking>` notes, a `<draft>` or a `<content>`, and around them the reply. Whatever it does to the
tags, three things hold: no tag and no thought reaches a person, no word of the reply is lost, and the result does not
depend on how the text was cut into chunks.

Tags make a stack of open blocks. Text outside every block is visible at once; only whitespace that might be trailing,
and a `<` that might still become a tag, wait for what follows. A block that is never closed can only be judged at the
end: an unclosed thought ends after its notes, an unclosed draft after its paragraph, and the rest was the reply.

A tag is recognised with a little tolerance for how models spell; everything else that begins with `<` is text. Notes are
a few `Key: value` lines that no person ever sees: Mode, ReadyShare, FeelHeardCheck and UserIntensity end with their line;
Strategy is free and ends with its paragraph.
"""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass, field, replace
from enum import Enum, auto


class TagKind(Enum):
    THINKING = "thinking"
    DRAFT = "draft"
    CONTENT = "content"
    WRAPPER = "wrapper"
    """Put round a reply by models that like envelopes: the tag goes, the words stay."""


class NoTag(Enum):
    TEXT = auto()
    """Just a `<`."""
    WAIT = auto()
    """What follows will tell."""


@dataclass(frozen=True)
class Tag:
    end: int
    kind: TagKind
    closing: bool


EXACT = {
    **dict.fromkeys(
        ("thinking", "think", "thought", "thoughts", "reasoning", "scratchpad"), TagKind.THINKING
    ),
    **dict.fromkeys(("draft",), TagKind.DRAFT),
    **dict.fromkeys(("content",), TagKind.CONTENT),
    **dict.fromkeys(("response", "reply", "answer", "output", "message"), TagKind.WRAPPER),
}
BLOCKS = (TagKind.THINKING.value, TagKind.DRAFT.value, TagKind.CONTENT.value)
ALIKE = 0.8
"""Catches thinkng, thikning, darft and contents; lets thing, drinking and comment pass."""

HEAD = re.compile(r"<([ \t]{0,2})(/?)[ \t]{0,2}((?:[A-Za-z][A-Za-z0-9_-]{0,19})?)")
REST = re.compile(r"[^<>\n]{0,80}")


def kind_of(name: str) -> TagKind | None:
    plain = plain_name(name)
    if plain in EXACT:
        return EXACT[plain]
    near = difflib.get_close_matches(plain, BLOCKS, 1, ALIKE)
    return TagKind(near[0]) if near else None


def plain_name(name: str) -> str:
    return name.strip("-_0123456789").casefold()


def read_tag(text: str, at: int, *, at_end: bool) -> Tag | NoTag:
    """The tag that begins at this `<`. Never decides before the text that follows can no longer change the decision."""
    head = HEAD.match(text, at)
    assert head is not None  # noqa: S101  # the caller stands at a `<`
    space, slash, name = head.groups()
    if head.end() == len(text):
        return read_last_tag(len(text), space, slash, name) if at_end else NoTag.WAIT
    kind = kind_of(name)
    if kind is None or text[head.end()].isalpha():
        return NoTag.TEXT
    rest = REST.match(text, head.end())
    assert rest is not None  # noqa: S101  # an empty rest is a rest
    if rest.end() == len(text) and not at_end:
        return NoTag.WAIT
    extra = rest[0].strip(" \t/")
    if text.startswith(">", rest.end()):
        return Tag(rest.end() + 1, kind, bool(slash)) if is_attribute(kind, extra) else NoTag.TEXT
    # The bracket was forgotten. A thought is worth protecting even then; a draft only if it is alone on its line.
    forgotten = not space and plain_name(name) in EXACT and (not extra or kind is TagKind.THINKING)
    return Tag(head.end(), kind, bool(slash)) if forgotten else NoTag.TEXT


def is_attribute(kind: TagKind, extra: str) -> bool:
    return not extra or "=" in extra or (kind is TagKind.THINKING and ":" in extra)


def read_last_tag(end: int, space: str, slash: str, name: str) -> Tag | NoTag:
    """At the very end of a reply the beginning of a tag is dropped; a lone `<` was meant."""
    begun = len(name) > 1 and (kind_of(name) or any(tag.startswith(name.casefold()) for tag in EXACT))
    return Tag(end, TagKind.WRAPPER, closing=True) if not space and (slash or begun) else NoTag.TEXT


STRATEGY = "strategy"
KEYS = ("mode", "readyshare", "feelheardcheck", "userintensity", STRATEGY)

# Models write "- Mode:", "**ReadyShare**:", "user_intensity :" and mean the same.
ORNAMENT = r"[ \t>*•#`\[\]_-]*"
NOTE = re.compile(
    rf"^{ORNAMENT}(mode|ready[ _]?share|feel[ _]?heard[ _]?check|user[ _]?intensity|strategy){ORNAMENT}:(.*)$",
    re.IGNORECASE | re.MULTILINE,
)
BLANK_LINE = re.compile(r"\n[ \t]*\n")
LEAST, MOST = 1, 10


@dataclass(frozen=True)
class Thinking:
    mode: str | None = None
    ready_share: bool | None = None
    feel_heard: bool | None = None
    intensity: int | None = None
    strategy: str | None = None


def read_notes(text: str, known: Thinking | None = None) -> Thinking:
    """The notes in this text, on top of those already known: a later note replaces an earlier one."""
    thinking = known or Thinking()
    for note in NOTE.finditer(text):
        value = note[2].strip(" \t*`[]_.")
        match key_of(note[1]):
            case "mode":
                thinking = replace(thinking, mode=value.upper() or thinking.mode)
            case "readyshare":
                thinking = replace(thinking, ready_share=read_yes_or_no(value, thinking.ready_share))
            case "feelheardcheck":
                thinking = replace(thinking, feel_heard=read_yes_or_no(value, thinking.feel_heard))
            case "userintensity":
                thinking = replace(thinking, intensity=read_intensity(value, thinking.intensity))
            case _:
                thinking = replace(thinking, strategy=value or thinking.strategy)
    return thinking


def split_reply(text: str) -> tuple[str, str]:
    """Notes whose closing tag was forgotten, and the reply that follows them. Without a single note nobody can tell
    where a thought ends: then all of it counts as thought."""
    notes = list(NOTE.finditer(text))
    if not notes:
        return text, ""
    last = notes[-1]
    if key_of(last[1]) != STRATEGY:
        return text[: last.end()], text[last.end() :]
    return split_at(text, last.end())


def split_at(text: str, place: int) -> tuple[str, str]:
    """Where the first paragraph after this place ends."""
    gap = BLANK_LINE.search(text, place)
    return (text, "") if gap is None else (text[: gap.start()], text[gap.end() :])


def begins_with_note(text: str) -> bool | None:
    """Whether a reply starts with a note although no tag was opened; None while that is still open."""
    squeezed = re.sub(r"[\s>*•#`\[\]_-]", "", text).casefold()
    if any(squeezed.startswith(f"{key}:") for key in KEYS):
        return True
    return None if any(f"{key}:".startswith(squeezed) for key in KEYS) else False


def key_of(written: str) -> str:
    return re.sub(r"[ _]", "", written).casefold()


def read_yes_or_no(value: str, otherwise: bool | None) -> bool | None:
    word = value.casefold().partition(" ")[0].strip(",;.()")
    if word in {"y", "yes", "true"}:
        return True
    return False if word in {"n", "no", "false"} else otherwise


def read_intensity(value: str, otherwise: int | None) -> int | None:
    number = re.match(r"\d{1,2}(?!\d)", value)
    if number is None or not LEAST <= int(number[0]) <= MOST:
        return otherwise
    return int(number[0])


DEEPEST = 8
"""Blocks within blocks beyond this are noise; their tags are dropped like any other."""
SEAM = {TagKind.THINKING: "\n", TagKind.DRAFT: " ", TagKind.CONTENT: " "}
"""Stands where a tag was inside a block, so that what is left and right of it cannot grow together into a new one."""


@dataclass(frozen=True)
class Reply:
    text: str
    draft: str | None = None
    content: str | None = None
    thinking: Thinking = field(default_factory=Thinking)

    @property
    def is_empty(self) -> bool:
        return not (self.text or self.draft or self.content)


@dataclass
class Block:
    kind: TagKind
    items: list[str | Block] = field(default_factory=list)


class Visible:
    """Text as it is shown. Where a tag was cut out, the space around it is drawn together."""

    def __init__(self) -> None:
        self.shown: list[str] = []
        self._space = ""
        self._cut = False

    def cut(self) -> None:
        self._cut = True

    def show(self, text: str) -> None:
        for run in re.findall(r"\s+|\S+", text):
            if run.isspace():
                self._space += run
                continue
            if self.shown:
                self.shown.append(self._joint())
            self.shown.append(run)
            self._space, self._cut = "", False

    def _joint(self) -> str:
        if not self._cut:
            return self._space
        return "\n" * min(self._space.count("\n"), 2) or " "


class TagParser:
    def __init__(self) -> None:
        self._unread = ""
        self._opening: str | None = ""
        self._stack: list[Block] = []
        self._visible = Visible()
        self._sent = 0
        self._thinking = Thinking()
        self._blocks: dict[TagKind, str] = {}

    def feed(self, chunk: str) -> str:
        """What may be shown now, given everything so far."""
        self._unread += chunk
        self._scan(at_end=False)
        fresh = self._visible.shown[self._sent :]
        self._sent = len(self._visible.shown)
        return "".join(fresh)

    def finish(self) -> Reply:
        """The whole reply. Its text begins with everything that was shown; the end of it may be new."""
        self._scan(at_end=True)
        self._settle_opening()
        for block in open_blocks(self._stack):
            self._recover(block)
        return Reply(
            text="".join(self._visible.shown),
            draft=self._blocks.get(TagKind.DRAFT),
            content=self._blocks.get(TagKind.CONTENT),
            thinking=self._thinking,
        )

    def _scan(self, *, at_end: bool) -> None:
        text, at = self._unread, 0
        while at < len(text):
            bracket = text.find("<", at)
            self._text(text[at:] if bracket < 0 else text[at:bracket])
            if bracket < 0:
                at = len(text)
                break
            at = bracket
            tag = read_tag(text, at, at_end=at_end)
            if tag is NoTag.WAIT:
                break
            if isinstance(tag, Tag):
                self._tag(tag)
                at = tag.end
            else:
                self._text("<")
                at += 1
        self._unread = text[at:]

    def _text(self, text: str) -> None:
        if self._stack:
            self._stack[-1].items.append(text)
        elif self._opening is None:
            self._visible.show(text)
        else:
            self._open_with(self._opening + text)

    def _open_with(self, text: str) -> None:
        """A model that forgets the tag still begins with its notes: they are held like any other thought."""
        self._opening = text
        is_note = begins_with_note(text)
        if is_note:
            self._opening = None
            self._stack.append(Block(TagKind.THINKING, [text]))
        elif is_note is False:
            self._settle_opening()

    def _settle_opening(self) -> None:
        opening, self._opening = self._opening, None
        self._visible.show(opening or "")

    def _tag(self, tag: Tag) -> None:
        if self._stack:
            self._stack[-1].items.append(SEAM[self._stack[-1].kind])
        else:
            self._settle_opening()
            self._visible.cut()
        if tag.kind is TagKind.WRAPPER:
            return
        if tag.closing:
            self._close(tag.kind)
        elif len(self._stack) < DEEPEST:
            self._stack.append(Block(tag.kind))

    def _close(self, kind: TagKind) -> None:
        """Closes the innermost block of its kind, and with it whatever was left open inside."""
        closes = any(close_alike(block.kind, kind) for block in self._stack)
        while closes:
            block = self._stack.pop()
            if self._stack:
                self._stack[-1].items.append(block)
            else:
                self._take(block)
            closes = not close_alike(block.kind, kind)

    def _take(self, block: Block) -> None:
        if block.kind is TagKind.THINKING:
            self._thinking = read_notes(text_of(block), self._thinking)
        elif words := re.sub(r"[ \t]{2,}", " ", text_of(block)).strip():
            self._blocks[block.kind] = words

    def _recover(self, block: Block) -> None:
        """A block that was never closed: what of it was the block, and what the reply after it."""
        inside, after = split_unclosed(block)
        self._take(Block(block.kind, inside))
        for item in after:
            self._visible.cut()
            if isinstance(item, str):
                self._visible.show(item)
            else:
                self._take(item)


def close_alike(one: TagKind, other: TagKind) -> bool:
    """Drafts and contents are closed by each other's tags; neither closes a thought."""
    return (one is TagKind.THINKING) == (other is TagKind.THINKING)


def text_of(block: Block) -> str:
    """All words of a thought; of a draft, all but the thoughts inside it."""
    text = ""
    for item in block.items:
        if isinstance(item, str):
            text += item
        elif item.kind is TagKind.THINKING and block.kind is not TagKind.THINKING:
            text += SEAM[block.kind]
        else:
            text += text_of(item) + SEAM[block.kind]
    return text


def open_blocks(stack: list[Block]) -> list[Block]:
    """The blocks still open at the end, outermost first. One inside the other counts as one, except that a thought ends
    the draft it stands in."""
    settled: list[Block] = []
    for block in stack:
        if settled and (block.kind is not TagKind.THINKING or settled[-1].kind is TagKind.THINKING):
            settled[-1].items.extend(block.items)
        else:
            settled.append(Block(block.kind, list(block.items)))
    return settled


def split_unclosed(block: Block) -> tuple[list[str | Block], list[str | Block]]:
    """After a closed block of its own kind the reply has begun. Otherwise the text itself must tell."""
    own = [
        i
        for i, item in enumerate(block.items)
        if isinstance(item, Block) and close_alike(item.kind, block.kind)
    ]
    if own:
        return block.items[: own[-1] + 1], join_text(block.items[own[-1] + 1 :])
    other = next((i for i, item in enumerate(block.items) if isinstance(item, Block)), len(block.items))
    before = "".join(item for item in block.items[:other] if isinstance(item, str))
    if block.kind is TagKind.THINKING:
        inside, after = split_reply(before)
    else:
        inside, after = split_at(before.lstrip(), 0)
    return [inside], join_text([after, *block.items[other:]])


def join_text(items: list[str | Block]) -> list[str | Block]:
    """Text that came in pieces made whole, so that chunks leave no seam."""
    whole: list[str | Block] = []
    for item in items:
        if isinstance(item, str) and whole and isinstance(whole[-1], str):
            whole[-1] += item
        else:
            whole.append(item)
    return whole
