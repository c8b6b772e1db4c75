"""The skeleton network: points of a surface in, the plan of the body and its joints out, one joint after the other.

A Perceiver encoder reads 2,048 points into 96 latents (each starts at a point and looks nearby first) and 8 global
tokens. From those a few heads read the plan: what the whole is, how many limbs of each sort, whether it has fingers, ears,
horns, a jaw, which way is up and where it faces. A decoder, told the detail, and the plan or not, then writes joints depth
first, one position per joint; within a position role -> parent (a pointer to an earlier joint) -> x -> y -> z. 21 M parameters.

After Puppeteer (Song et al. 2025) and SPRig; sizes and what was tried: lab/notes/rig-skeleton-network.md
"""

import math

import torch
import torch.nn.functional as F
from torch import nn

ROLES = ('hips spine chest neck head jaw ear horn face shoulder upperArm lowerArm hand finger frontUpperLeg '
         'frontLowerLeg frontFoot hindUpperLeg hindLowerLeg hindFoot middleUpperLeg middleLowerLeg middleFoot wing tail '
         'fin tentacle other').split()
OTHER = ROLES.index('other') * 3
TOKENS = len(ROLES) * 3  # role and side: middle, left, right
END = TOKENS
BINS, LOW, HIGH = 128, -0.6, 0.6
MOST_JOINTS = 64
POINTS, LATENTS, GLOBALS = 2048, 96, 8
# What the plan says, and how many answers each question has; the last count means "that many or more". Fingers of a hand.
PLAN = dict(whole=5, legs=11, arms=5, wings=5, fins=3, tentacles=3, tails=2, heads=3, fingers=6, ears=2, horns=2, jaw=2)
LIMB_QUESTIONS = 8  # the others ask for small parts
# How many joints: as the rig has them, or exact numbers per chain (detail.py).
DETAILS = ('own', 'low', 'standard', 'high')
HEADINGS = 24  # directions about +Y that a body may face, from +Z over +X


def attend(query, key, value, bias=None, causal=False):
    """Fused on a GPU; plain products elsewhere: on a CPU the fused backward pass takes longer than everything else."""
    if query.is_cuda:
        return F.scaled_dot_product_attention(query, key, value, attn_mask=None if bias is None else bias.to(query.dtype), is_causal=causal)
    scores = (query * query.shape[-1] ** -0.5) @ key.transpose(-1, -2)
    if causal:
        scores = scores + torch.full(scores.shape[-2:], -1e4, device=scores.device).triu(1)
    return torch.softmax(scores if bias is None else scores + bias, -1) @ value


class Waves(nn.Module):
    """Coordinates as sines and cosines of doubling frequency, then a linear layer."""

    def __init__(self, octaves, width, inputs=3, extra=0):
        super().__init__()
        self.register_buffer('frequency', 2.0 ** torch.arange(octaves) * math.pi)
        self.linear = nn.Linear(inputs * (1 + 2 * octaves) + extra, width)

    def forward(self, x, extra=None):
        y = x[..., None] * self.frequency  # in full precision, whatever the weights have
        parts = [x, y.sin().flatten(-2), y.cos().flatten(-2)]
        return self.linear(torch.cat(parts + ([] if extra is None else [extra]), -1).to(self.linear.weight.dtype))


class Attention(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.query, self.outward = nn.Linear(width, width), nn.Linear(width, width)
        self.key_value = nn.Linear(width, 2 * width)

    def split(self, x):
        return x.view(x.shape[0], x.shape[1], self.heads, -1).transpose(1, 2)

    def keys(self, context):
        return tuple(self.split(part) for part in self.key_value(context).chunk(2, -1))

    def forward(self, x, keys, bias=None, causal=False):
        mixed = attend(self.split(self.query(x)), *keys, bias, causal)
        return self.outward(mixed.transpose(1, 2).reshape(x.shape))


class Look(nn.Module):
    """Attention of latents to points, each head with another preference for points near the latent's seed.

    The preference -n |seed - point|^2 is bilinear in what is known of both, so on a GPU it is part of the fused product: 16 of
    a head's 64 channels, numbers split in a coarse and a fine half, which keeps it exact to a thousandth in half precision.
    """

    def __init__(self, width, narrow, heads=6, content=48):
        super().__init__()
        self.heads, self.content = heads, content
        self.query, self.outward = nn.Linear(width, heads * content), nn.Linear(width, width)
        self.key, self.value = nn.Linear(narrow, heads * content, bias=False), nn.Linear(narrow, width, bias=False)
        self.register_buffer('nearness', torch.tensor([400.0, 200.0, 100.0, 40.0, 10.0, 0.0])[:heads])

    def split(self, x):
        return x.view(x.shape[0], x.shape[1], self.heads, -1).transpose(1, 2)

    def forward(self, z, x, seeds, places):
        query, key, value = self.split(self.query(z)) * self.content ** -0.5, self.split(self.key(x)), self.split(self.value(x))
        mixed = (self.fused if query.is_cuda else self.plain)(query, key, value, seeds, places)
        return self.outward(mixed.transpose(1, 2).flatten(2))

    def plain(self, query, key, value, seeds, places):
        near = 2 * seeds @ places.transpose(1, 2) - (places * places).sum(-1)[:, None]
        return torch.softmax(query @ key.transpose(-1, -2) + near[:, None] * self.nearness[None, :, None, None], -1) @ value

    def fused(self, query, key, value, seeds, places):
        kind = query.dtype
        halves = lambda x: (x.to(kind), (x - x.to(kind)).to(kind))
        n = self.nearness[None, :, None, None]
        (a, a_fine), (p, p_fine), (square, square_fine) = halves(2 * n * seeds[:, None]), halves(places), halves((places * places).sum(-1, keepdim=True))
        negative = (-n).to(kind).expand(*query.shape[:3], 1)
        query = torch.cat([query, a, a, a_fine, negative, negative, torch.zeros_like(query[..., :5])], -1)
        shared = torch.cat([p, p_fine, p, square, square_fine, torch.zeros_like(p), torch.zeros_like(p[..., :2])], -1)
        key = torch.cat([key, shared[:, None].expand(-1, self.heads, -1, -1)], -1)
        return F.scaled_dot_product_attention(query, key, value, scale=1.0)


def mlp(width, ratio=3):
    return nn.Sequential(nn.Linear(width, width * ratio), nn.GELU(), nn.Linear(width * ratio, width))


class EncoderBlock(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.norm_a, self.norm_b = nn.LayerNorm(width), nn.LayerNorm(width)
        self.attention, self.mlp = Attention(width, heads), mlp(width)
        self.drop = nn.Dropout(0.1)

    def forward(self, x):
        y = self.norm_a(x)
        x = x + self.drop(self.attention(y, self.attention.keys(y)))
        return x + self.drop(self.mlp(self.norm_b(x)))


class Encoder(nn.Module):
    """Points [B, N, 6] (the first `LATENTS` are spread over the surface) to context [B, G + L, W] and answers."""

    def __init__(self, width=384, heads=6, layers=4, narrow=96):
        super().__init__()
        # Of 2,048 points a norm or a bias takes longer to learn than all of the blocks behind: there are none.
        self.inward, self.second = Waves(6, narrow, extra=3), nn.Linear(narrow, narrow, bias=False)
        self.start, self.norm_start = nn.Linear(narrow, width), nn.LayerNorm(width)
        self.look = Look(width, narrow, heads)
        self.mlp, self.norm_mlp = mlp(width), nn.LayerNorm(width)
        self.globals = nn.Parameter(torch.randn(GLOBALS, width) * 0.02)
        self.blocks = nn.ModuleList(EncoderBlock(width, heads) for _ in range(layers))
        self.norm = nn.LayerNorm(width)
        head = lambda inputs, outputs: nn.Sequential(nn.Linear(inputs, 256), nn.GELU(), nn.Linear(256, outputs))
        self.part = head(width, TOKENS)
        # Means count, maxima say that there is one: the global tokens alone learnt both slowly.
        self.pooled = nn.LayerNorm(3 * width + TOKENS)
        self.plan, self.up, self.facing = (head(3 * width + TOKENS, outputs) for outputs in (sum(PLAN.values()), 6, HEADINGS))

    def forward(self, points):
        place = points[..., :3]
        x = self.second(F.gelu(self.inward(place, points[..., 3:])))
        z = self.start(x[:, :LATENTS])
        z = z + self.look(self.norm_start(z), x, place[:, :LATENTS], place)
        z = z + self.mlp(self.norm_mlp(z))
        z = torch.cat([self.globals.expand(z.shape[0], -1, -1).to(z.dtype), z], 1)
        for block in self.blocks:
            z = block(z)
        z = self.norm(z)
        latents = z[:, GLOBALS:]
        part = self.part(latents)
        whole = self.pooled(torch.cat([z[:, :GLOBALS].mean(1), latents.mean(1), latents.amax(1), 8 * part.softmax(-1).mean(1)], -1))
        return z, self.plan(whole), self.up(whole), self.facing(whole), part


class DecoderBlock(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.norm_a, self.norm_b, self.norm_c = nn.LayerNorm(width), nn.LayerNorm(width), nn.LayerNorm(width)
        self.own, self.cross, self.mlp = Attention(width, heads), Attention(width, heads), mlp(width)
        self.drop = nn.Dropout(0.1)

    def forward(self, x, context_keys, bias=None, past=None, causal=False):
        """`past`: keys and values of earlier joints; the new ones are appended and returned."""
        y = self.norm_a(x)
        keys = self.own.keys(y)
        if past is not None:
            keys = tuple(torch.cat([old, new], 2) for old, new in zip(past, keys))
        x = x + self.drop(self.own(y, keys, bias, causal))
        x = x + self.drop(self.cross(self.norm_b(x), context_keys))
        return x + self.drop(self.mlp(self.norm_c(x))), keys


class Decoder(nn.Module):
    def __init__(self, width=384, heads=6, layers=5):
        super().__init__()
        self.width = width
        self.place, self.role, self.order = Waves(7, width), nn.Embedding(TOKENS + 1, width), nn.Embedding(MOST_JOINTS + 2, width)
        self.parent_place = nn.Linear(width, width)
        self.begin, self.detail = nn.Parameter(torch.randn(width) * 0.02), nn.Embedding(len(DETAILS), width)
        self.plan = nn.Embedding(sum(PLAN.values()) + len(PLAN), width)  # one row more per question: not told
        self.register_buffer('offsets', torch.tensor([0] + [size + 1 for size in PLAN.values()][:-1]).cumsum(0), persistent=False)
        self.blocks = nn.ModuleList(DecoderBlock(width, heads) for _ in range(layers))
        self.norm = nn.LayerNorm(width)
        self.role_head = nn.Sequential(nn.Linear(width, width), nn.GELU(), nn.Linear(width, TOKENS + 1))
        self.chosen_role = nn.Embedding(TOKENS + 1, width)
        self.pointer, self.pointed = nn.Sequential(nn.Linear(width, width), nn.GELU(), nn.Linear(width, width)), nn.Linear(width, width)
        self.pointer_gap = nn.Parameter(torch.zeros(MOST_JOINTS + 2))
        self.parent_state, self.parent_waves = nn.Linear(width, width), Waves(7, width)
        axis = lambda outputs: nn.Sequential(nn.LayerNorm(width), nn.Linear(width, width), nn.GELU(), nn.Linear(width, outputs))
        self.absolute = nn.ModuleList(axis(BINS) for _ in range(3))
        self.relative = nn.ModuleList(axis(2 * BINS - 1) for _ in range(3))
        self.known = nn.ModuleList(Waves(7, width, inputs=1) for _ in range(2))
        for net in self.relative:
            nn.init.zeros_(net[3].weight)
            nn.init.zeros_(net[3].bias)
        for table in (self.role, self.chosen_role, self.detail, self.order, self.plan):
            nn.init.normal_(table.weight, 0, 0.02)

    def context_keys(self, context):
        return [block.cross.keys(context) for block in self.blocks]

    def first(self, plan, detail):
        """The token before the first joint. `plan` [B, len(PLAN)]: answers, or the number of answers for "not told"."""
        return (self.begin + self.detail(detail) + self.plan(plan + self.offsets).sum(1))[:, None]

    def token(self, xyz, role, parent_xyz, index):
        return self.place(xyz) + self.role(role) + self.order(index) + self.parent_place(self.place(parent_xyz))

    def axis(self, k, state, parent_coordinate):
        """Logits of one coordinate: of the place itself plus of the place relative to the parent."""
        parent_bin = ((parent_coordinate - LOW) / (HIGH - LOW) * BINS).long().clamp(0, BINS - 1)
        index = torch.arange(BINS, device=state.device) - parent_bin[..., None] + BINS - 1
        return self.absolute[k](state).float() + torch.gather(self.relative[k](state).float(), -1, index)

    def forward(self, context, plan, detail, xyz, seen_xyz, seen_role, parent):
        """Teacher forcing. `seen_*`: what the inputs say, noisy or hidden. Logits of roles, parents, coordinates."""
        batch, joints = parent.shape
        device = parent.device
        rooted = (parent < 0)[..., None]
        index = parent.clamp(min=0)[..., None]
        parent_xyz = torch.gather(seen_xyz, 1, index.expand(-1, -1, 3)).masked_fill(rooted, 0)
        order = torch.arange(joints, device=device)
        tokens = self.token(seen_xyz, seen_role, parent_xyz, order[None].expand(batch, -1))
        x = torch.cat([self.first(plan, detail), tokens], 1).to(context.dtype)
        for block, keys in zip(self.blocks, self.context_keys(context)):
            x, _ = block(x, keys, causal=True)
        h = self.norm(x)
        roles = self.role_head(h)
        state = h[:, :joints] + self.chosen_role(seen_role)
        gap = order[:, None] - order[None]
        parents = torch.einsum('bid,bjd->bij', self.pointer(state), self.pointed(h[:, 1:])) / math.sqrt(self.width)
        parents = (parents + self.pointer_gap[gap.clamp(0)]).masked_fill(gap[None] <= 0, -1e4)
        parent_h = torch.gather(h[:, 1:], 1, index.expand(-1, -1, self.width)).masked_fill(rooted, 0)
        state = state + self.parent_state(parent_h) + self.parent_waves(parent_xyz)
        axes = []
        for k in range(3):
            axes.append(self.axis(k, state, parent_xyz[..., k]))
            if k < 2:
                state = state + self.known[k](xyz[..., k:k + 1])
        return roles, parents, torch.stack(axes, 2)


class SkeletonNetwork(nn.Module):
    def __init__(self, width=384, heads=6, encoder_layers=4, decoder_layers=5):
        super().__init__()
        self.config = dict(width=width, heads=heads, encoder_layers=encoder_layers, decoder_layers=decoder_layers)
        self.encoder = Encoder(width, heads, encoder_layers)
        self.decoder = Decoder(width, heads, decoder_layers)


def bin_centers(device=None):
    return LOW + (torch.arange(BINS, device=device) + 0.5) * (HIGH - LOW) / BINS


def pick_coordinate(logits):
    """The mean over the seven bins around the best one, and its log probability."""
    p = torch.softmax(logits, -1)
    index = (p.argmax(-1, keepdim=True) + torch.arange(-3, 4, device=p.device)).clamp(0, BINS - 1)
    near = torch.gather(p, -1, index)
    mass = near.sum(-1)
    return (near * bin_centers(p.device)[index]).sum(-1) / mass, torch.log(mass + 1e-9)


class EncoderExport(nn.Module):
    """Points -> keys and values of the context for every layer of the decoder, and all answers."""

    def __init__(self, network):
        super().__init__()
        self.network = network

    def forward(self, points):
        context, plan, up, facing, part = self.network.encoder(points)
        keys = torch.stack([torch.stack(pair) for pair in self.network.decoder.context_keys(context)])
        return keys, plan, up, facing, part


class JointExport(nn.Module):
    """One joint: the state before it and its role -> its parent and place, and the state before the next joint.

    `states`, `places`, `past` begin with a spare row, so that none is ever empty. With `first` = 1 nothing is placed: the
    step reads the plan and gives the state before the root.
    """

    def __init__(self, decoder):
        super().__init__()
        self.decoder = decoder

    def forward(self, h, role, states, places, index, first, plan, detail, keys, past):
        d = self.decoder
        parent, xyz, parent_xyz, score = self.place(h, role, states, places)
        x = torch.where(first[:, None, None] > 0.5, d.first(plan, detail), d.token(xyz, role, parent_xyz, index)[:, None])
        rows = past.shape[4] + 1
        bias = torch.where(torch.arange(rows, device=x.device) == 0, -1e4, 0.0)[None, None, None]
        grown = []
        for layer, block in enumerate(d.blocks):
            x, own = block(x, tuple(keys[layer].unbind(0)), bias, tuple(past[layer].unbind(0)))
            grown.append(torch.stack(own))
        h = d.norm(x)[:, 0]
        return parent, xyz, score, torch.stack(grown), h, d.role_head(h)

    def place(self, h, role, states, places):
        d = self.decoder
        state = h + d.chosen_role(role)
        rows = states.shape[1]  # row i is joint i - 1
        row = torch.arange(rows, device=h.device)
        scores = torch.einsum('bd,bjd->bj', d.pointer(state), d.pointed(states)) / math.sqrt(d.width)
        scores = scores + d.pointer_gap[(rows - row).clamp(0, MOST_JOINTS)] + torch.where(row == 0, -1e4, 0.0)
        parents = torch.log_softmax(scores, -1)
        chosen = parents.argmax(-1)  # the spare row where there is no other: the root
        rooted = (chosen == 0).float()[:, None]
        at = chosen[:, None, None]
        parent_h = torch.gather(states, 1, at.expand(-1, 1, d.width))[:, 0] * (1 - rooted)
        parent_xyz = torch.gather(places, 1, at.expand(-1, 1, 3))[:, 0] * (1 - rooted)
        state = state + d.parent_state(parent_h) + d.parent_waves(parent_xyz)
        xyz, score = [], parents.max(-1)[0]
        for k in range(3):
            value, log = pick_coordinate(d.axis(k, state, parent_xyz[..., k]))
            xyz.append(value)
            score = score + log
            if k < 2:
                state = state + d.known[k](value[:, None])
        return chosen - 1, torch.stack(xyz, -1), parent_xyz, score
