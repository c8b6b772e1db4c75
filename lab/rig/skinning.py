"""The skinning network: points of a surface and a skeleton in, a distribution over joints for each point out.

Three streams. Shape: 32 latents that start at points and read an even sample of the surface. Joints: bone, radius and
parent of each, attending to each other with a bias by their distance in the tree, to the shape and to the sample. Points:
attending to the shape and to the joints. The weights are a softmax over joints of

    a log(heat + e) + s cos(point, joint) + f(pair),    pair: distance to the bone, place along it, side, heat around

so that the network begins as the geometric solver whose weights it is given, and learns where artists differ from it.
0.8 M parameters. After Puppeteer (Song et al. 2025) and SPRig; what was tried: lab/notes/rig-skinning-network.md
"""

import torch
import torch.nn.functional as F
from torch import nn

from skeleton import Attention, EncoderBlock, Waves, mlp

SAMPLE, LATENTS, HOPS = 256, 32, 10
LEAST_HEAT = 1e-4
BONE = 11  # start, end, radius, share outside, start of the parent
PAIR = 11


def pair_features(points, heat, bones, kin):
    """What is known of a point and a joint without learning. [B, N, J, PAIR]; `kin` [B, J, J]: 1 from joint to parent."""
    place, normal = points[..., None, :3], points[..., None, 3:]
    start, axis = bones[:, None, :, :3], (bones[..., 3:6] - bones[..., :3])[:, None]
    square = (axis * axis).sum(-1).clamp(min=1e-8)
    away = place - start
    along = ((away * axis).sum(-1) / square).clamp(0, 1)
    across = away - along[..., None] * axis
    distance = (across * across).sum(-1).clamp(min=1e-12).sqrt()
    facing = (across * normal).sum(-1) / distance
    radius = bones[:, None, :, 6]
    nearest = distance.amin(-1, keepdim=True)
    above, below = heat @ kin.transpose(1, 2), heat @ kin
    return torch.stack([heat, (heat + LEAST_HEAT).log() * 0.2, above, below, distance * 4, (distance / (radius + 0.01)).clamp(max=8) * 0.3,
                        along, facing, (distance - nearest) * 4, heat - heat.amax(-1, keepdim=True), bones[:, None, :, 7].expand_as(heat)], -1)


class Layer(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.norms = nn.ModuleList(nn.LayerNorm(width) for _ in range(7))
        self.joint_own, self.joint_shape, self.joint_point = (Attention(width, heads) for _ in range(3))
        self.point_shape, self.point_joint = Attention(width, heads), Attention(width, heads)
        self.joint_mlp, self.point_mlp = mlp(width), mlp(width, 2)
        self.hops = nn.Parameter(torch.zeros(HOPS, heads))

    def joints(self, j, shape, sample, hops, hidden):
        y = self.norms[0](j)
        j = j + self.joint_own(y, self.joint_own.keys(y), self.hops[hops].permute(0, 3, 1, 2) + hidden)
        j = j + self.joint_shape(self.norms[1](j), self.joint_shape.keys(shape))
        j = j + self.joint_point(self.norms[2](j), self.joint_point.keys(sample))
        return j + self.joint_mlp(self.norms[3](j))

    def points(self, p, j, shape, hidden):
        p = p + self.point_shape(self.norms[4](p), self.point_shape.keys(shape))
        p = p + self.point_joint(self.norms[5](p), self.point_joint.keys(j), hidden)
        return p + self.point_mlp(self.norms[6](p))


class SkinningNetwork(nn.Module):
    def __init__(self, width=96, heads=4, layers=2, pair=32):
        super().__init__()
        self.config = dict(width=width, heads=heads, layers=layers, pair=pair)
        self.point_in, self.point_mlp, self.point_norm = Waves(5, width, extra=3), mlp(width, 2), nn.LayerNorm(width)
        self.look = Attention(width, heads)
        self.register_buffer('nearness', torch.tensor([200.0, 50.0, 10.0, 0.0])[:heads])
        self.shape, self.shape_norm = EncoderBlock(width, heads), nn.LayerNorm(width)
        self.joint_in, self.joint_norm = Waves(5, width, inputs=9, extra=4), nn.LayerNorm(width)
        self.layers = nn.ModuleList(Layer(width, heads) for _ in range(layers))
        self.point_out, self.joint_out = (nn.Sequential(nn.LayerNorm(width), nn.Linear(width, width)) for _ in range(2))
        self.point_pair, self.joint_pair, self.pair_in = nn.Linear(width, pair), nn.Linear(width, pair), nn.Linear(PAIR, pair)
        self.pair_mid, self.pair_out = nn.Linear(pair, pair), nn.Linear(pair, 1)
        self.heat, self.cosine = nn.Parameter(torch.tensor(1.1)), nn.Parameter(torch.tensor(0.0))
        nn.init.zeros_(self.pair_out.weight)
        nn.init.zeros_(self.pair_out.bias)

    def encode(self, sample, sample_heat, bones, hops, mask):
        """Shape and joints: everything that all points share."""
        s = self.point_in(sample[..., :3], sample[..., 3:])
        s = self.point_norm(s + self.point_mlp(s))
        place, seeds = sample[..., :3], sample[:, :LATENTS, :3]
        square = ((seeds[:, :, None] - place[:, None]) ** 2).sum(-1)
        z = s[:, :LATENTS]
        z = z + self.look(z, self.look.keys(s), -square[:, None] * self.nearness[None, :, None, None])
        shape = self.shape_norm(self.shape(z))
        held = torch.stack([sample_heat.mean(1), sample_heat.amax(1)], -1)
        corners = torch.cat([bones[..., :6], bones[..., 8:11]], -1)
        j = self.joint_norm(self.joint_in(corners, torch.cat([bones[..., 6:8], held], -1)))
        hidden = (mask - 1)[:, None, None] * 1e4
        rows = []
        for layer in self.layers:
            j = layer.joints(j, shape, s, hops, hidden)
            rows.append(j)
        return shape, rows, hidden

    def forward(self, sample, sample_heat, points, heat, bones, parents, hops, mask):
        """Log weights [B, N, J]. sample [B, S, 6] even points, heat [B, ., J], bones [B, J, BONE], hops [B, J, J], mask [B, J]."""
        shape, rows, hidden = self.encode(sample, sample_heat, bones, hops, mask)
        p = self.point_in(points[..., :3], points[..., 3:])
        p = self.point_norm(p + self.point_mlp(p))
        for layer, j in zip(self.layers, rows):
            p = layer.points(p, j, shape, hidden)
        q, k = self.point_out(p), self.joint_out(rows[-1])
        cosine = F.normalize(q, dim=-1) @ F.normalize(k, dim=-1).transpose(1, 2)
        kin = (parents[:, :, None] == torch.arange(bones.shape[1], device=bones.device)).to(heat.dtype)
        features = pair_features(points, heat, bones, kin)
        x = F.relu(self.pair_in(features) + self.point_pair(q)[:, :, None] + self.joint_pair(k)[:, None])
        x = self.pair_out(F.relu(self.pair_mid(x)))[..., 0]
        logits = self.heat * (heat + LEAST_HEAT).log() + self.cosine * cosine + x + hidden[:, 0]
        return F.log_softmax(logits, -1)
