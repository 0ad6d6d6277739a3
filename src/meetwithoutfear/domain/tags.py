"""The streaming tag parser: raw text of an engine in, what a person may see out.

An engine writes `<thinking>` notes, a `<draft>` or a `<content>`, and around them the reply. Whatever it does to the
tags, three things hold: no tag and no thought reaches a person, no word of the reply is lost, and the result does not
depend on how the text was cut into chunks.

Tags make a stack of open blocks. Text outside every block is visible at once; only whitespace that might be trailing,
and a `<` that might still become a tag, wait for what follows. A block that is never closed can only be judged at the
end: an unclosed thought ends after its notes, an unclosed draft after its paragraph, and the rest was the reply.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from meetwithoutfear.domain.markup import (
    BLANK_LINE,
    NoTag,
    Tag,
    TagKind,
    Thinking,
    begins_with_note,
    read_notes,
    read_tag,
    split_reply,
)

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
    return "".join(item if isinstance(item, str) else text_inside(item, block) for item in block.items)


def text_inside(inner: Block, outer: Block) -> str:
    hidden = inner.kind is TagKind.THINKING and outer.kind is not TagKind.THINKING
    return SEAM[outer.kind] if hidden else text_of(inner) + SEAM[outer.kind]


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
    inside, after = split_reply(before) if block.kind is TagKind.THINKING else split_paragraph(before)
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


def split_paragraph(text: str) -> tuple[str, str]:
    text = text.lstrip()
    gap = BLANK_LINE.search(text)
    return (text, "") if gap is None else (text[: gap.start()], text[gap.end() :])
