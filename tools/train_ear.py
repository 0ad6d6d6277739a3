"""Trains the ear: one small encoder, and on it a head for each thing it listens for.

`make train` makes an environment of its own (torch is needed here and nowhere else) and writes
src/meetwithoutfear/data/ear.onnx and ear.npz. It begins with the public weights of all-MiniLM-L6-v2 and learns from the
sentences in tools/training. Every eighth voice is kept aside, and it says how well those are heard: whole voices, because
two sentences of one writer resemble each other more than two people do.

Beside the heads there is a mirror of the first encoder: from what the trained one makes of a sentence it is to find
again what the untrained one made of it, so that likeness of meaning, by which the library is searched, does not get lost
while danger is learnt.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import json
import random
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from torch import Tensor, nn
from torch.nn import functional

from listener import Listener, as_batch, load_public_weights, vectors_of
from meetwithoutfear.domain.discretion.reading import sentences
from meetwithoutfear.domain.feelings import FEELINGS
from meetwithoutfear.domain.safety import check
from meetwithoutfear.engines.embedded.ear import (
    DIMENSIONS,
    EAR_FILE,
    HEADS,
    HEADS_FILE,
    MEANING,
    open_session,
)
from meetwithoutfear.engines.embedded.wordpieces import token_ids

ROOT = Path(__file__).parents[1]
TRAINING = ROOT / "tools" / "training"
DATA = ROOT / "src" / "meetwithoutfear" / "data"
EPOCHS, BATCH, SEED = 3, 32, 11
FAST, SLOW, WARMING = 2e-3, 1e-4, 0.08
# Danger is what somebody may be harmed by when it is missed, so it pulls hardest.
PULL = {"danger": 6.0, "feeling": 20.0, "denied": 8.0, "need": 3.0, "occasion": 3.0, "intent": 2.0}
JOINED, MISTYPED = 0.2, 0.15
SETTLING = 0.01
NEARNESS = 4.0
MIRROR_HELD_BACK = 1.0
# How much finding the untrained meaning again counts beside the heads.
LIKENESS = 1.0
ASIDE = 8
OCCASION = "occasion"
"""What a reply was written for: learnt beside the rest, since what calls for the same answer has much in common."""
ONE_OF_MANY = ("label", "holder", "need", "intent", "stance", OCCASION)
# Those that are fitted once more when the encoder is done, and how much their weights are held back.
SETTLED = {
    "feeling": 1e-3,
    "denied": 3e-3,
    "need": 1e-2,
    "holder": 3e-3,
    "intent": 1e-3,
    "stance": 3e-3,
    "coach": 1e-2,
}
MANY_AT_ONCE = ("feeling", "denied")


@dataclass
class Line:
    """A sentence and what is known of it: for each head the columns that are true; a head not named here learns nothing."""

    text: str
    truth: dict[str, tuple[int, ...]] = field(default_factory=dict)
    voice: str = ""
    kind: str = ""


def read_lines(name: str) -> list[dict[str, Any]]:
    path = TRAINING / f"{name}.jsonl"
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def columns(head: str, names: Sequence[str]) -> tuple[int, ...]:
    return tuple(HEADS[head].index(name) for name in names)


def sizes() -> dict[str, int]:
    return {name: len(names) for name, names in HEADS.items()} | {OCCASION: len(read_lines("replies"))}


def dangers(label: str | None) -> dict[str, tuple[int, ...]]:
    return {"danger": (0,), "label": columns("label", [label])} if label else {"danger": ()}


def all_lines() -> list[Line]:
    """What is not written as danger is no danger: feelings, questions, guesses and what is said to the write coach."""
    safe = dangers(None)
    found = [
        Line(
            one["text"], dangers(one["label"]), one.get("voice", ""), f"{one.get('lang', 'en')} {one['kind']}"
        )
        for name in ("dangers", "safety")
        for one in read_lines(name)
    ]
    for key, feeling in FEELINGS.items():
        # What somebody feels is said to the partner, not to the coach.
        found += [
            Line(text, safe | {"coach": (), "feeling": columns("feeling", [key])})
            for text in feeling.prototypes
        ]
    for one in (*read_lines("feelings"), *read_lines("felt")):
        # Fear is told of in danger, too, and what the rules hear something in is not called safe here.
        truth = {} if check(one["text"]) else dict(safe)
        truth["feeling"] = columns("feeling", one["feelings"])
        if "holder" in one:
            truth["holder"] = columns("holder", [one["holder"]])
            truth["denied"] = columns("denied", one["denied"])
        if one.get("need"):
            truth["need"] = columns("need", [one["need"]])
        found.append(Line(one["text"], truth, one.get("voice", "")))
    for one in read_lines("intents"):
        about_danger = {} if one["intent"] == "help" else safe
        found.append(Line(one["text"], about_danger | {"intent": columns("intent", [one["intent"]])}))
    for one in read_lines("stances"):
        truth = safe | {"stance": columns("stance", [one["stance"]])}
        found.append(Line(one["text"], truth, one.get("voice", "")))
    for one in read_lines("coach"):
        found.append(Line(one["text"], safe | {"coach": () if one["kind"] == "content" else (0,)}))
    for number, reply in enumerate(read_lines("replies")):
        # In the later stages the feelings of a reply are those imagined of the other.
        felt = {"feeling": columns("feeling", reply["feelings"])} if "1" in reply["stages"] else {}
        found += [Line(text, safe | felt | {OCCASION: (number,)}) for text in reply["when"]]
    for one in read_lines("pairs"):
        found += [Line(text, safe) for part in ("subject", "statement") for text in sentences(one[part])]
    return list({line.text.lower(): line for line in reversed(found)}.values())[::-1]


def is_aside(line: Line) -> bool:
    return int(hashlib.sha256((line.voice or line.text).encode()).hexdigest(), 16) % ASIDE == 0


def vary(line: Line, neighbours: Sequence[Line], chance: random.Random) -> Line:
    """As people type it: with another sentence beside it, with letters left out, with no apostrophes."""
    text, truth = line.text, dict(line.truth)
    if chance.random() < JOINED:
        other = chance.choice(neighbours)
        text = f"{text} {other.text}" if chance.getrandbits(1) else f"{other.text} {text}"
        truth = {head: truth[head] for head in ("danger", "label") if head in truth}
    if chance.random() < MISTYPED:
        place = chance.randrange(len(text))
        text = chance.choice(
            [
                text.replace("'", "").replace("’", ""),
                text[:place] + text[place + 1 :],
                text[:place] + text[place : place + 2][::-1] + text[place + 2 :],
                text.replace(",", "").replace(".", ""),
            ]
        )
    return Line(text or line.text, truth, line.voice, line.kind)


def loss_of(model: Listener, vectors: Tensor, batch: Sequence[Line]) -> Tensor:
    total = torch.zeros(())
    for head, layer in model.heads.items():
        rows = [row for row, line in enumerate(batch) if head in line.truth]
        if not rows:
            continue
        logits = layer(vectors[rows])
        truth = torch.zeros(len(rows), layer.out_features)
        for row, place in enumerate(rows):
            truth[row, list(batch[place].truth[head])] = 1.0
        if head in ONE_OF_MANY:
            loss = functional.cross_entropy(logits, truth, label_smoothing=0.03)
        else:
            loss = functional.binary_cross_entropy_with_logits(logits, truth * 0.98 + 0.01)
        total = total + PULL.get(head, 1.0) * loss * len(rows) / len(batch)
    return total


def batches(lines: Sequence[Line], chance: random.Random) -> Iterator[list[int]]:
    """By length within stretches, so that a short sentence does not wait for a long one."""
    order = list(range(len(lines)))
    chance.shuffle(order)
    stretches = [order[start : start + 32 * BATCH] for start in range(0, len(order), 32 * BATCH)]
    found = []
    for stretch in stretches:
        stretch.sort(key=lambda place: len(lines[place].text))
        found += [stretch[start : start + BATCH] for start in range(0, len(stretch), BATCH)]
    chance.shuffle(found)
    yield from (batch for batch in found if len(batch) == BATCH)


def begin_near(head: nn.Linear, name: str, lines: Sequence[Line], vectors: Tensor) -> None:
    """Where there are hundreds of columns with five examples each, a head begins with their means instead of at random."""
    centred = functional.normalize(vectors - vectors.mean(0), dim=1)
    with torch.no_grad():
        head.weight.zero_()
        head.bias.zero_()
        for line, vector in zip(lines, centred, strict=True):
            for column in line.truth.get(name, ()):
                head.weight[column] += vector
        head.weight.copy_(functional.normalize(head.weight, dim=1) * NEARNESS)


def train(lines: Sequence[Line], *, epochs: int = EPOCHS) -> Listener:
    torch.manual_seed(SEED)
    chance = random.Random(SEED)
    model = load_public_weights(sizes())
    with torch.no_grad():
        for name in MANY_AT_ONCE:
            model.heads[name].bias.fill_(-3.0)  # most of these are absent from most sentences
    known = vectors_of(model, [line.text for line in lines])
    meant = functional.normalize(known, dim=1)
    begin_near(model.heads[OCCASION], OCCASION, lines, known)
    quiet = [line for line in lines if line.truth.get("danger") == ()]
    own = [value for name, value in model.named_parameters() if name.startswith(("heads.", "mirror."))]
    deep = [value for name, value in model.named_parameters() if not name.startswith(("heads.", "mirror."))]
    optimiser = torch.optim.AdamW(
        [{"params": deep, "lr": SLOW}, {"params": own, "lr": FAST}], weight_decay=0.01, fused=True
    )
    steps = epochs * (len(lines) // BATCH)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda step: min(1.0, step / (WARMING * steps)) * max(0.0, 1 - step / steps)
    )
    averaged = {name: value.clone() for name, value in model.state_dict().items()}
    began, done = time.monotonic(), 0
    for epoch in range(epochs):
        for places in batches(lines, chance):
            model.train()
            plain = [lines[place] for place in places]
            batch = [vary(line, quiet, chance) for line in plain]
            with torch.autocast("cpu", torch.bfloat16):
                vectors = model(*as_batch([line.text for line in batch]))
            vectors = vectors.float()
            same = [row for row, line in enumerate(batch) if line.text == plain[row].text]
            seen = functional.normalize(model.mirror(vectors[same]), dim=1)
            lost = (1 - (seen * meant[[places[row] for row in same]]).sum(1)).mean() if same else 0.0
            loss = loss_of(model, vectors, batch) + LIKENESS * lost
            optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimiser.step()
            schedule.step()
            done += 1
            with torch.no_grad():
                for name, value in model.state_dict().items():
                    averaged[name].lerp_(value, SETTLING if done > WARMING * steps else 1.0)
            if done % 50 == 0:
                spent = time.monotonic() - began
                print(
                    f"epoch {epoch + 1}, {done} of {steps}, loss {loss.item():.3f}, {spent:.0f} s", flush=True
                )
    # The mean of the last hundred steps hears better than the last of them.
    model.load_state_dict(averaged)
    return model


class Ear(nn.Module):
    """What is exported: one sentence at a time, so there is nothing to mask."""

    def __init__(self, model: Listener) -> None:
        super().__init__()
        self.model = model

    def forward(self, ids: Tensor) -> Tensor:
        return self.model(ids, torch.ones_like(ids, dtype=torch.float32))


def export(model: Listener, folder: Path) -> None:
    """Eight bits a weight: a quarter of the size, and twice as quick on a processor without an accelerator."""
    model.eval()
    whole = folder / "ear.whole.onnx"
    torch.onnx.export(
        Ear(model),
        (torch.tensor([[101, 2054, 102]]),),
        whole,
        input_names=["ids"],
        output_names=["vector"],
        dynamic_axes={"ids": {1: "length"}},
        dynamo=False,
    )
    onnx.checker.check_model(whole)
    quantize_dynamic(whole, folder / EAR_FILE, weight_type=QuantType.QInt8)
    whole.unlink()
    heads = {name: layer for name, layer in model.heads.items() if name in HEADS} | {MEANING: model.mirror}
    write_heads(folder, {name: as_numbers(layer) for name, layer in heads.items()})


def as_numbers(layer: nn.Linear) -> np.ndarray:
    return np.vstack([layer.weight.detach().numpy().T, layer.bias.detach().numpy()[None]])


def write_heads(folder: Path, heads: Mapping[str, np.ndarray]) -> None:
    buffer = io.BytesIO()
    numbers = {name: value.astype(np.float32) for name, value in heads.items()}
    np.savez_compressed(buffer, allow_pickle=False, **numbers)
    (folder / HEADS_FILE).write_bytes(buffer.getvalue())


def settle_heads(folder: Path, lines: Sequence[Line]) -> None:
    """While the encoder learns, danger pulls hardest. Once it rests, the other heads are fitted to what it makes of their
    sentences at eight bits, each by itself."""
    session = open_session((folder / EAR_FILE).read_bytes())
    with np.load(folder / HEADS_FILE, allow_pickle=False) as file:
        heads = {name: file[name] for name in (*HEADS, MEANING)}
    texts = [line.text for line in lines]
    ids = (np.array([token_ids(text)], np.int64) for text in texts)
    vectors = torch.tensor(np.stack([session.run(None, {"ids": one})[0][0] for one in ids]))
    meant = functional.normalize(vectors_of(load_public_weights(sizes()), texts), dim=1)
    heads[MEANING] = mirror_of(vectors, meant)
    for head, held_back in SETTLED.items():
        # What a reply guesses at is a guess; only what a sentence was labelled with counts here.
        rows = [row for row, line in enumerate(lines) if head in line.truth and OCCASION not in line.truth]
        truth = torch.zeros(len(rows), len(HEADS[head]))
        for row, place in enumerate(rows):
            truth[row, list(lines[place].truth[head])] = 1.0
        heads[head] = fit_head(vectors[rows], truth, held_back, one_of_many=head in ONE_OF_MANY)
    write_heads(folder, heads)


def mirror_of(vectors: Tensor, meant: Tensor) -> np.ndarray:
    """The straight way from each trained vector to the untrained one, by least squares."""
    inputs = torch.cat([vectors, torch.ones(len(vectors), 1)], dim=1).double()
    bend = inputs.T @ inputs + MIRROR_HELD_BACK * torch.eye(inputs.shape[1])
    return torch.linalg.solve(bend, inputs.T @ meant.double()).numpy()


def fit_head(vectors: Tensor, truth: Tensor, held_back: float, *, one_of_many: bool) -> np.ndarray:
    middle = vectors.mean(0)
    weights = torch.zeros(DIMENSIONS, truth.shape[1], requires_grad=True)
    bias = torch.full((truth.shape[1],), 0.0 if one_of_many else -3.0, requires_grad=True)
    steps = torch.optim.LBFGS([weights, bias], max_iter=120, history_size=20, line_search_fn="strong_wolfe")

    def loss() -> Tensor:
        steps.zero_grad()
        logits = (vectors - middle) @ weights + bias
        if one_of_many:
            lost = functional.cross_entropy(logits, truth)
        else:
            lost = functional.binary_cross_entropy_with_logits(logits, truth, reduction="sum") / len(truth)
        total = lost + held_back * (weights**2).sum()
        total.backward()
        return total

    steps.step(loss)
    with torch.no_grad():
        constant = bias - middle @ weights
        return np.vstack([weights.numpy(), constant.numpy()[None]])


def report(model: Listener, lines: Sequence[Line]) -> None:
    """For danger, what is heard at each threshold; for the others, how often the likeliest column is right."""
    vectors = vectors_of(model, [line.text for line in lines])
    with torch.no_grad():
        heard = {head: layer(vectors) for head, layer in model.heads.items()}
    danger = torch.sigmoid(heard["danger"][:, 0])
    kinds = sorted({line.kind for line in lines if line.kind})
    for threshold in (0.3, 0.5, 0.7, 0.8, 0.9):
        shares = {
            kind: [bool(danger[row] >= threshold) for row, line in enumerate(lines) if line.kind == kind]
            for kind in kinds
        }
        print(threshold, {kind: f"{sum(one) / len(one):.3f} of {len(one)}" for kind, one in shares.items()})
    for head in ONE_OF_MANY:
        rows = [row for row, line in enumerate(lines) if line.truth.get(head)]
        right = [int(heard[head][row].argmax()) in lines[row].truth[head] for row in rows]
        print(head, f"{sum(right)} of {len(right)} right")
    for head in MANY_AT_ONCE:
        rows = [row for row, line in enumerate(lines) if head in line.truth]
        areas = []
        for column in range(len(HEADS[head])):
            truth = np.array([column in lines[row].truth[head] for row in rows])
            if truth.any() and not truth.all():
                areas.append(area(heard[head][rows, column].numpy(), truth))
        if areas:
            print(head, f"mean area under the curve {np.mean(areas):.3f} over {len(areas)} columns")


def area(scores: np.ndarray, truth: np.ndarray) -> float:
    """The chance that a true one is ranked above a false one."""
    ranks = scores.argsort().argsort() + 1
    positives = int(truth.sum())
    return float(
        (ranks[truth].sum() - positives * (positives + 1) / 2) / (positives * (len(truth) - positives))
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--heads", action="store_true", help="fit the heads alone, to the encoder that is there"
    )
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--into", type=Path, default=DATA)
    given = parser.parse_args()
    torch.set_num_threads(given.threads)
    lines = all_lines()
    learnt, aside = ([line for line in lines if is_aside(line) is kept] for kept in (False, True))
    print(f"{len(learnt)} sentences to learn from, {len(aside)} aside", flush=True)
    if not given.heads:
        model = train(learnt)
        report(model, aside)
        export(model, given.into)
    settle_heads(given.into, learnt)
    for name in (EAR_FILE, HEADS_FILE):
        content = (given.into / name).read_bytes()
        print(f"{name}: {len(content)} bytes, sha256 {hashlib.sha256(content).hexdigest()}")


if __name__ == "__main__":
    main()
