"""The motion prior: a transformer over the patches of a body that predicts clean trajectories from noisy ones.

A token is the few cells that follow one joint, seen by any of three cameras; attention knows how far apart two joints lie
in the tree. Spectral diffusion after Generative Image Dynamics (Li et al. 2024), blocks modulated as in DiT (Peebles and
Xie 2023), x0-prediction with the shrinking of the best scalar filter as skip connection (Karras et al. 2022).
"""
import math

import torch
import torch.nn as nn
import torch.nn.functional as F

from motion_data import FREQUENCIES, HOPS, NO_ACTION, PATCH

CHANNELS = PATCH * 3 * FREQUENCIES
SHIFT = 4.0
LEAST_AMPLITUDE = 0.01


def shares(t):
    """Signal and noise at time 0 to 1: the cosine schedule, shifted towards noise because cells tell the same thing."""
    angle = torch.atan(SHIFT * torch.tan(t.clamp(1e-4, 1 - 1e-4) * math.pi / 2))
    return angle.cos(), angle.sin()


def waves(v, count):
    f = torch.exp(torch.arange(count // 2, device=v.device, dtype=v.dtype) * (math.log(200.0) / (count // 2 - 1)))
    return torch.cat([(v[:, None] * f).sin(), (v[:, None] * f).cos()], -1)


class Block(nn.Module):
    def __init__(self, width, heads, dropout):
        super().__init__()
        self.heads, self.dropout = heads, dropout
        self.plain = False
        self.norm1, self.norm2 = nn.LayerNorm(width, elementwise_affine=False), nn.LayerNorm(width, elementwise_affine=False)
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)
        self.own = nn.Parameter(torch.zeros(6, width))

    def forward(self, x, m, bias):
        m = m + self.own
        B, T, W = x.shape
        h = self.norm1(x) * (1 + m[:, 0:1]) + m[:, 1:2]
        q, k, v = self.qkv(h).reshape(B, T, 3, self.heads, W // self.heads).permute(2, 0, 3, 1, 4).unbind(0)
        if self.plain:
            # What ONNX Runtime knows everywhere.
            a = torch.softmax(q @ k.transpose(-1, -2) / math.sqrt(W // self.heads) + bias, -1) @ v
        else:
            a = F.scaled_dot_product_attention(q, k, v, attn_mask=bias.to(q.dtype), dropout_p=self.dropout if self.training else 0.0)
        x = x + m[:, 2:3] * self.out(a.transpose(1, 2).reshape(B, T, W))
        h = self.norm2(x) * (1 + m[:, 3:4]) + m[:, 4:5]
        return x + m[:, 5:6] * F.dropout(self.down(F.gelu(self.up(h), approximate="tanh")), self.dropout, self.training)


class MotionPrior(nn.Module):
    def __init__(self, width=256, layers=6, heads=8, dropout=0.05):
        super().__init__()
        self.config = dict(width=width, layers=layers, heads=heads)
        self.noisy = nn.Linear(CHANNELS, width)
        self.shape = nn.Sequential(nn.Linear(PATCH * 3 + 6, width), nn.GELU(approximate="tanh"), nn.Linear(width, width))
        self.time = nn.Linear(64, width)
        self.size = nn.Linear(64, width)
        self.action = nn.Embedding(NO_ACTION + 1, width)
        self.modulate = nn.Sequential(nn.SiLU(), nn.Linear(width, 6 * width))
        self.hops = nn.Embedding(HOPS, heads)
        self.blocks = nn.ModuleList([Block(width, heads, dropout) for _ in range(layers)])
        self.norm = nn.LayerNorm(width)
        self.head = nn.Linear(width, CHANNELS)
        for layer in (self.head, self.modulate[1], self.hops):
            nn.init.zeros_(layer.weight)
        nn.init.zeros_(self.head.bias)

    def forward(self, z, points, place, parent, hops, mask, level, action, sizes):
        """z [B, T, P, 3, K], level [B] (angle between noise and signal over π/2), sizes [B, 2] (logarithms of mean and motion)."""
        B, T = z.shape[:2]
        shape = torch.cat([(points - place[:, :, None]).flatten(2), place, place - parent], -1)
        x = self.noisy(z.flatten(2)) + self.shape(shape)
        e = self.time(waves(level * 4, 64)) + self.action(action)
        e = e + self.size(torch.cat([waves(sizes[:, 0] / 8, 32), waves(sizes[:, 1] / 8, 32)], -1))
        m = self.modulate(e).reshape(B, 6, -1)
        bias = self.hops(hops).permute(0, 3, 1, 2) + (mask[:, None, None, :] - 1.0) * 1e4
        for block in self.blocks:
            x = block(x, m, bias)
        y = self.head(self.norm(x)).reshape(z.shape)
        alpha, sigma = torch.cos(level * math.pi / 2), torch.sin(level * math.pi / 2)
        wide = lambda v: v[:, None, None, None, None]
        return wide(alpha) * z + wide(sigma) * y
