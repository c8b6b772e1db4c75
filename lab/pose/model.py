"""The pose model: a transformer over joints that removes noise from a pose, told the rig and maybe some handles.

What never changes while a rig is posed (features of its joints, the tree as an attention bias) is worked out once by
`Encoder`; `Step` is what a drag or a sampling step costs. Time enters by one shared modulation plus a table per layer.
"""

import math

import torch
import torch.nn.functional as F
from torch import nn

FEATURES, STATE, HANDLES = 32, 10, 7
HOPS, RELATIONS = 10, 9


class Attention(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.inward = nn.Linear(width, 3 * width)
        self.outward = nn.Linear(width, width)
        self.query_scale = nn.Parameter(torch.ones(width // heads))
        self.key_scale = nn.Parameter(torch.ones(width // heads))
        self.plain = False  # written out for export, fused for training

    def forward(self, x, bias):
        batch, joints, width = x.shape
        split = self.inward(x).view(batch, joints, 3, self.heads, width // self.heads)
        query, key, value = split.permute(2, 0, 3, 1, 4).unbind(0)
        query = query * torch.rsqrt(query.pow(2).mean(-1, keepdim=True) + 1e-6) * self.query_scale
        key = key * torch.rsqrt(key.pow(2).mean(-1, keepdim=True) + 1e-6) * self.key_scale
        if self.plain:
            scores = query @ key.transpose(-1, -2) / math.sqrt(query.shape[-1]) + bias
            mixed = scores.softmax(-1) @ value
        else:
            mixed = F.scaled_dot_product_attention(
                query.to(value.dtype), key.to(value.dtype), value, attn_mask=bias.to(value.dtype)
            )
        return self.outward(mixed.transpose(1, 2).reshape(batch, joints, width))


class Block(nn.Module):
    """Attention and a two-layer network, scaled and shifted by `modulation` [B, 1, 6, W]."""

    def __init__(self, width, heads):
        super().__init__()
        self.width = width
        self.attention = Attention(width, heads)
        self.expand = nn.Linear(width, 4 * width)
        self.contract = nn.Linear(4 * width, width)

    def forward(self, x, bias, modulation):
        shift_a, scale_a, gate_a, shift_b, scale_b, gate_b = modulation.unbind(2)
        y = F.layer_norm(x, (self.width,)) * (1 + scale_a) + shift_a
        x = x + gate_a * self.attention(y, bias)
        y = F.layer_norm(x, (self.width,)) * (1 + scale_b) + shift_b
        return x + gate_b * self.contract(F.gelu(self.expand(y)))


def mlp(inputs, width):
    return nn.Sequential(nn.Linear(inputs, width), nn.SiLU(), nn.Linear(width, width))


class Encoder(nn.Module):
    """Once per rig: features and tree to a context per joint and an attention bias per layer and head."""

    def __init__(self, width, layers, heads, depth):
        super().__init__()
        self.layers, self.heads = layers, heads
        self.features = mlp(FEATURES, width)
        self.bias_table = nn.Parameter(torch.randn(HOPS + RELATIONS, (layers + depth) * heads) * 0.02)
        self.blocks = nn.ModuleList(Block(width, heads) for _ in range(depth))
        self.modulation = nn.Parameter(torch.cat([torch.zeros(depth, 2, width), torch.full((depth, 1, width), 0.1),
                                                  torch.zeros(depth, 2, width), torch.full((depth, 1, width), 0.1)], 1))

    def forward(self, features, hops, relations, mask=None):
        batch, joints = features.shape[:2]
        # One-hot rows times a table: its gradient is a matrix product, a lookup's would be atomic additions.
        marks = torch.cat([hops[..., None] == torch.arange(HOPS, device=hops.device),
                           relations[..., None] == torch.arange(RELATIONS, device=hops.device)], -1)
        bias = marks.to(self.bias_table.dtype) @ self.bias_table
        layers = self.layers + len(self.blocks)
        bias = bias.view(batch, joints, joints, layers, self.heads).permute(3, 0, 4, 1, 2)
        if mask is not None:
            bias = bias + ((~mask).to(bias.dtype) * -1e4)[None, :, None, None, :]
        bias = bias.contiguous()
        context = self.features(features)
        for i, block in enumerate(self.blocks):
            context = block(context, bias[self.layers + i], self.modulation[i][None, None])
        return context, bias[: self.layers]


class Step(nn.Module):
    """One denoising step: noisy state, time and handles to the clean state."""

    def __init__(self, width, layers, heads):
        super().__init__()
        self.width = width
        self.state = nn.Linear(STATE, width)
        self.handles = mlp(HANDLES, width)
        self.time = nn.Sequential(
            nn.Linear(128, width), nn.SiLU(), nn.Linear(width, width), nn.SiLU(), nn.Linear(width, 6 * width)
        )
        self.table = nn.Parameter(torch.randn(layers, 6, width) * 0.02)
        self.blocks = nn.ModuleList(Block(width, heads) for _ in range(layers))
        self.norm = nn.LayerNorm(width)
        self.out = nn.Linear(width, STATE)
        for layer in (self.time[-1], self.out):
            nn.init.zeros_(layer.weight)
            nn.init.zeros_(layer.bias)
        with torch.no_grad():
            self.table[:, 2] = 0.1
            self.table[:, 5] = 0.1

    def forward(self, state, time, handles, context, bias):
        rates = torch.exp(torch.arange(64, device=state.device) * (-math.log(1e4) / 63))
        angles = (time * 1000)[:, None] * rates[None]
        modulation = self.time(torch.cat([angles.sin(), angles.cos()], -1)).view(-1, 1, 6, self.width)
        x = self.state(state) + self.handles(handles) + context
        for i, block in enumerate(self.blocks):
            x = block(x, bias[i], modulation + self.table[i])
        return self.out(self.norm(x))


class PoseModel(nn.Module):
    def __init__(self, width=256, layers=6, heads=8, depth=2):
        super().__init__()
        self.config = dict(width=width, layers=layers, heads=heads, depth=depth)
        self.encoder = Encoder(width, layers, heads, depth)
        self.step = Step(width, layers, heads)

    def forward(self, state, time, handles, features, hops, relations, mask):
        context, bias = self.encoder(features, hops, relations, mask)
        return self.step(state, time, handles, context, bias)
