"""The labelling network: the joints of any rig in, what each one is out. Network and training on one page.

    python lab/rig/label.py joints.safetensors … --out run/label.pt --minutes 4

A joint is its place, its tree, the moments of the surface that it moves, and what its name says, which training hides as
often as not. Joints attend to each other with a bias from the tree and from where they are mirrored to. One more token
stands for the whole: which way it faces and which way is up. Told where the body faces, the network says of each joint
its role, its side, the joint it moves with and its partner across the mirror plane; not told, it says where it faces.
"""

import argparse
import json
import math
import os
import time
from multiprocessing import get_context

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from label_variants import CONTROL, MOST, ROLES, UNKNOWN, UNSAID, Rig, rename, vary

HEADINGS, UPS = 16, 6  # facing in 22.5° from +Z towards +X; up: +x −x +y −y +z −z
HOPS, RELATIONS = 10, 4  # tree distance, and whether the other is above, below, itself or elsewhere
LIMB_MARGIN = 1.7  # a joint's surface reaches this many deviations from its mean


def tree_codes(parents, mask):
    """Relation · HOPS + distance of each pair. [B, J, J]"""
    b, n = parents.shape
    eye = torch.eye(n, dtype=torch.bool, device=parents.device).expand(b, -1, -1)
    has = ((parents >= 0) & mask).float()
    step = torch.zeros(b, n, n, device=parents.device).scatter_(2, parents.clamp(min=0)[..., None], has[..., None])
    near = eye.float()
    both, hops = ((step + step.transpose(1, 2)) > 0).float(), torch.full((b, n, n), HOPS - 1, device=parents.device)
    hops[eye] = 0
    reach = eye.clone()
    for distance in range(1, HOPS - 1):
        wider = (reach.float() @ both > 0) | reach
        hops[wider & ~reach] = distance
        reach = wider
    above, power = eye.float(), step
    for _ in range(8):  # squares: ancestors up to 256 steps
        above = ((above + above @ power) > 0).float()
        power = (power @ power > 0).float()
    above = (above > 0) & ~eye
    relation = above.long() + 2 * above.transpose(1, 2).long()
    relation[eye] = 3
    return relation * HOPS + hops


def parts_of(moments):
    """Mass, mean, deviations and products of what a joint moves; zeros where it moves nothing."""
    mass = moments[..., :1]
    has = (mass > 1e-7).float()
    mean = moments[..., 1:4] / mass.clamp(min=1e-7) * has
    second = moments[..., 4:] / mass.clamp(min=1e-7)
    square, product = second[..., :3] - mean ** 2, second[..., 3:] - mean[..., [0, 0, 1]] * mean[..., [1, 2, 2]]
    return mass, mean, square.clamp(min=0).sqrt() * has, product * has, has


def describe_joints(joints, parents, moments, codes, told, mask):
    """Places within the bounds of the body, and what else is measured of each joint. [B, J, 3], [B, J, 42]"""
    n = joints.shape[1]
    real = mask.float()[..., None]
    mass, mean, spread, product, has = parts_of(moments)
    bound = lambda sign: torch.cat([torch.where(real > 0, sign * joints, torch.full_like(joints, -9.0)),
                                    torch.where(real * has > 0, sign * mean + LIMB_MARGIN * spread, torch.full_like(joints, -9.0))], 1).amax(1, keepdim=True)
    high, low = bound(1.0), -bound(-1.0)
    size = (high - low).amax(-1, keepdim=True).clamp(min=1e-3)
    at = (joints - (high + low) / 2) / size
    up = torch.gather(at, 1, parents.clamp(min=0)[..., None].expand(-1, -1, 3))
    under = (parents >= 0).float()[..., None] * real
    bone = (at - up) * under
    relation = codes // HOPS
    child = ((relation == 2) & (codes % HOPS == 1)).float()
    below = (relation >= 2).float()
    count = child.sum(-1, keepdim=True)
    ahead = (child @ at) / count.clamp(min=1) - at * (count > 0).float()
    weight = below @ mass
    reach = (below @ (mass * mean)) / weight.clamp(min=1e-7)
    centre = lambda x, there: ((x - (high + low) / 2) / size - at) * there
    depth = (relation == 1).float().sum(-1, keepdim=True)
    features = torch.cat([
        bone * 4, bone.norm(dim=-1, keepdim=True) * 4, ahead * 4, at + (high - low) / size / 2, ((high - low) / size).expand(-1, n, -1),
        centre(mean, has) * 4, spread / size * 4, product / size ** 2 * 20, has, (mass + 1e-5).log() / 5, mass * 4,
        centre(reach, (weight > 1e-7).float()) * 2, (weight + 1e-5).log() / 5, weight, under, depth / 10, count / 4, (count == 0).float(),
        below.sum(-1, keepdim=True).log() / 3, (mean - low) / size * has, (mean[..., 1:2] - LIMB_MARGIN * spread[..., 1:2] - low[..., 1:2]) / size * has,
        told[:, None, None].expand(-1, n, 1), torch.cat([has.amax(1, keepdim=True), has.mean(1, keepdim=True)], -1).expand(-1, n, -1),
    ], -1)
    return at, features


class Block(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.norm_a, self.norm_b = nn.LayerNorm(width), nn.LayerNorm(width)
        self.in_, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.mlp = nn.Sequential(nn.Linear(width, 3 * width), nn.GELU(), nn.Linear(3 * width, width))
        self.drop = nn.Dropout(0.1)

    def forward(self, x, bias):
        b, n, w = x.shape
        q, k, v = (part.reshape(b, n, self.heads, w // self.heads).transpose(1, 2) for part in self.in_(self.norm_a(x)).chunk(3, -1))
        mixed = torch.softmax((q * (w // self.heads) ** -0.5) @ k.transpose(-1, -2) + bias, -1) @ v
        x = x + self.drop(self.out(mixed.transpose(1, 2).reshape(b, n, w)))
        return x + self.drop(self.mlp(self.norm_b(x)))


class LabelNetwork(nn.Module):
    def __init__(self, width=192, heads=6, layers=6):
        super().__init__()
        self.config = dict(width=width, heads=heads, layers=layers)
        self.register_buffer('waves', 2.0 ** torch.arange(5) * math.pi)
        self.place = nn.Linear(3 * 11, width)
        self.shape = nn.Sequential(nn.Linear(42, width), nn.GELU(), nn.Linear(width, width))
        self.role_word, self.side_word, self.row_word = nn.Embedding(UNSAID + 1, width), nn.Embedding(3, width), nn.Embedding(4, width)
        self.whole = nn.Embedding(2, width)  # facing told or not
        self.tree = nn.Embedding(RELATIONS * HOPS + 1, heads)
        self.pair = nn.Sequential(nn.Linear(8, 24), nn.GELU(), nn.Linear(24, heads))
        self.blocks = nn.ModuleList(Block(width, heads) for _ in range(layers))
        self.norm = nn.LayerNorm(width)
        self.role, self.side = nn.Linear(width, CONTROL + 1), nn.Linear(width, 3)
        self.facing, self.up = nn.Linear(width, HEADINGS), nn.Linear(width, UPS)
        self.point = nn.Linear(width, 4 * 48)
        self.none = nn.Parameter(torch.zeros(2, 48))
        nn.init.zeros_(self.tree.weight)

    def forward(self, joints, parents, moments, names, codes, told, mask):
        """[B,J,3], [B,J] (−1: root), [B,J,10], [B,J,3] (role, side 0 1 2, row), [B,J,J], [B], [B,J] → logits."""
        b, n, _ = joints.shape
        with torch.autocast(joints.device.type, enabled=False):
            at, features = describe_joints(joints, parents, moments, codes, told, mask)
        wave = (at[..., None] * self.waves)
        x = self.place(torch.cat([at, wave.sin().flatten(-2), wave.cos().flatten(-2)], -1)) + self.shape(features)
        x = x + self.role_word(names[..., 0]) + self.side_word(names[..., 1]) + self.row_word(names[..., 2])
        x = torch.cat([self.whole(told.long())[:, None], x], 1)
        # Pairs: how far apart, and how far from the mirror image.
        apart = at[:, :, None] - at[:, None]
        image = at[:, :, None] * at.new_tensor([-1.0, 1.0, 1.0]) - at[:, None]
        distance = torch.stack([(apart ** 2).sum(-1) + 1e-6, (image ** 2).sum(-1) + 1e-6], -1).sqrt()
        pair = torch.cat([apart * 2, torch.exp(-distance * 6), torch.exp(-distance * 40), told[:, None, None, None].expand(-1, n, n, 1)], -1)
        bias = F.pad(self.tree(codes) + self.pair(pair), (0, 0, 1, 0, 1, 0)).permute(0, 3, 1, 2)
        hidden = F.pad(mask, (1, 0), value=True)
        bias = bias + torch.where(hidden, 0.0, -1e4)[:, None, None]
        for block in self.blocks:
            x = block(x, bias)
        x = self.norm(x)
        whole, x = x[:, 0], x[:, 1:]
        pointers = self.point(x).reshape(b, n, 4, 48).transpose(1, 2)
        scores = []
        for k in range(2):
            keys = torch.cat([pointers[:, 2 * k + 1], self.none[k].expand(b, 1, 48)], 1)
            scores.append((pointers[:, 2 * k] @ keys.transpose(1, 2)) / 7 + torch.where(F.pad(mask, (0, 1), value=True), 0.0, -1e4)[:, None])
        return self.role(x), self.side(x), scores[0], scores[1], self.facing(whole), self.up(whole)


# Data


def load(path):
    """Rigs of a file of `dataset joints`, with their rows."""
    with open(path, 'rb') as file:
        header = json.loads(file.read(int.from_bytes(file.read(8), 'little')))
        body = file.read()
    kinds = dict(F16=np.float16, F32=np.float32, I32=np.int32, I16=np.int16, U8=np.uint8)
    tensors = {}
    for name, entry in header.items():
        if name != '__metadata__':
            begin, end = entry['data_offsets']
            tensors[name] = np.frombuffer(body[begin:end], kinds[entry['dtype']]).reshape(entry['shape'])
    offsets = np.concatenate([[0], np.cumsum(tensors['counts'])])
    keys = ('joints', 'parents', 'moments', 'roles', 'sides', 'moves', 'names')
    rigs = [tuple(tensors[key][a:b] for key in keys) for a, b in zip(offsets, offsets[1:])]
    return rigs, json.loads(header['__metadata__']['rows'])


# Share of each group of sources; within one, every family counts alike.
SHARES = {'generator': 0.3, 'things': 0.01, 'quaternius': 0.14, 'polygonalmind-creatures': 0.06, 'polygonalmind': 0.03, 'rocketbox-animals': 0.08,
          'rocketbox': 0.06, 'valid': 0.03, 'makehuman': 0.04, 'sketchfab': 0.11, 'sceneview': 0.05, 'opendungeons': 0.05, '': 0.04}


def draw_weights(rows):
    groups = [next(key for key in SHARES if row['source'].startswith(key)) for row in rows]
    keys = [(g, row['family'] if g != 'generator' else row['name']) for g, row in zip(groups, rows)]
    families, members = {}, {}
    for key in set(keys):
        families[key[0]] = families.get(key[0], 0) + 1
    for key in keys:
        members[key] = members.get(key, 0) + 1
    weights = np.array([SHARES[key[0]] / families[key[0]] / members[key] for key in keys])
    return weights / weights.sum()


def to_arrays(rig):
    joints = np.asarray(rig.at, np.float32)
    partner = find_partners(joints, rig)
    names = np.asarray(rig.name, np.int64)
    names[:, 1] = np.where(names[:, 1] < 0, 2, names[:, 1])
    return (joints, np.asarray(rig.parent), np.asarray(rig.mass, np.float32), np.asarray(rig.role), np.asarray(rig.side), np.asarray(rig.moves), partner, names)


def find_partners(joints, rig):
    """Across the mirror plane, of the same role: the nearest to the image, both ways; itself in the middle; −1 for none, −2 unknown."""
    role, side = np.asarray(rig.role), np.asarray(rig.side)
    partner = np.where(side == 0, np.arange(len(role)), -1)
    partner[(role == UNKNOWN) | ((side == 0) & (role == CONTROL))] = -2
    left, right = np.nonzero((side == 1) & (role != UNKNOWN))[0], np.nonzero((side == 2) & (role != UNKNOWN))[0]
    if len(left) and len(right):
        away = np.linalg.norm(joints[left][:, None] * [-1, 1, 1] - joints[right][None], axis=-1) + 9.0 * (role[left][:, None] != role[right][None])
        for a, i in enumerate(left):
            b = away[a].argmin()
            if away[:, b].argmin() == a and away[a, b] < 0.3:
                partner[i], partner[right[b]] = right[b], i
    return partner


def make_variants(seed, paths, count, queue):
    """A process that fills a queue with variants."""
    rng = np.random.default_rng(seed)
    rigs, rows = [], []
    for path in paths:
        more, told = load(path)
        rigs += more
        rows += told
    kept = [i for i, row in enumerate(rows) if not row['heldOut'] and 4 <= len(rigs[i][1]) <= 200]
    weights = draw_weights([rows[i] for i in kept])
    made = [rows[i]['source'] in ('generator', 'things') for i in kept]
    while True:
        batch = []
        for at in rng.choice(len(kept), count, p=weights):
            rig = Rig(*(array.astype(np.float64) if array.dtype.kind == 'f' else array for array in rigs[kept[at]]))
            if made[at]:
                rename(rig, rng)
            rig = vary(rig, rng)
            if rig is not None and any(m[0] > 0 for m in rig.mass):
                batch.append(to_arrays(rig))
        queue.put(batch)


def collate(batch, device):
    n = max(len(item[1]) for item in batch)
    fills = (0, -1, 0, UNKNOWN, 0, -2, -2, 0)
    out = []
    for k, fill in enumerate(fills):
        first = batch[0][k]
        array = np.full((len(batch), n) + first.shape[1:], fill, np.float32 if first.dtype.kind == 'f' else np.int64)
        for i, item in enumerate(batch):
            array[i, :len(item[k])] = item[k]
        out.append(torch.from_numpy(array).to(device))
    mask = torch.zeros(len(batch), n, dtype=torch.bool)
    for i, item in enumerate(batch):
        mask[i, :len(item[1])] = True
    return [*out, mask.to(device)]


def rotate_moments(moments, turned):
    first = moments[..., 1:4] @ turned.transpose(-1, -2)
    xx, yy, zz, xy, xz, yz = moments[..., 4:].unbind(-1)
    second = torch.stack([torch.stack([xx, xy, xz], -1), torch.stack([xy, yy, yz], -1), torch.stack([xz, yz, zz], -1)], -2)
    second = turned[:, None] @ second @ turned[:, None].transpose(-1, -2)
    flat = torch.stack([second[..., 0, 0], second[..., 1, 1], second[..., 2, 2], second[..., 0, 1], second[..., 0, 2], second[..., 1, 2]], -1)
    return torch.cat([moments[..., :1], first, flat], -1)


def yaw(angle):
    c, s, o, i = angle.cos(), angle.sin(), torch.zeros_like(angle), torch.ones_like(angle)
    return torch.stack([torch.stack([c, o, s], -1), torch.stack([o, i, o], -1), torch.stack([-s, o, c], -1)], -2)


UP_TURNS = torch.tensor([  # what brings +Y to +x −x +y −y +z −z
    [[0, 1, 0], [-1, 0, 0], [0, 0, 1]], [[0, -1, 0], [1, 0, 0], [0, 0, 1]], [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    [[1, 0, 0], [0, -1, 0], [0, 0, -1]], [[1, 0, 0], [0, 0, -1], [0, 1, 0]], [[1, 0, 0], [0, 0, 1], [0, -1, 0]]], dtype=torch.float32)


def disturb(batch):
    """Mirror, stretch, jitter, heading; names and skins hidden: on whole batches."""
    joints, parents, moments, roles, sides, moves, partner, names, mask = batch
    b, dev = joints.shape[0], joints.device
    chance = lambda p: torch.rand(b, device=dev) < p
    # (1) Mirror: left becomes right, in labels and in names.
    flip = chance(0.5)
    swap = torch.tensor([0, 2, 1], device=dev)
    sides = torch.where(flip[:, None], swap[sides], sides)
    names = names.clone()
    names[..., 1] = torch.where(flip[:, None], swap[names[..., 1]], names[..., 1])
    # (2) Proportions.
    stretch = (torch.randn(b, 3, device=dev) * 0.12).exp() * torch.where(flip[:, None], torch.tensor([-1.0, 1, 1], device=dev), torch.ones(3, device=dev))
    joints = (joints + torch.randn_like(joints) * (torch.rand(b, 1, 1, device=dev) * 0.008)) * stretch[:, None]
    x, y, z = stretch.unbind(-1)
    factors = torch.stack([torch.ones_like(x), x, y, z, x * x, y * y, z * z, x * y, x * z, y * z], -1)
    moments = moments * factors[:, None]
    # (3) Where it faces is told of half of them, a little wrong at times; the others stand any way, few of them not upright.
    told = chance(0.55)
    heading = torch.where(told, torch.randn(b, device=dev) * 0.06, torch.where(chance(0.6), torch.randint(0, 4, (b,), device=dev) * (math.pi / 2)
                          + torch.randn(b, device=dev) * 0.05, torch.rand(b, device=dev) * 2 * math.pi))
    up = torch.where(chance(0.12) & ~told, torch.randint(0, UPS, (b,), device=dev), torch.full((b,), 2, device=dev))
    turned = UP_TURNS.to(dev)[up] @ yaw(heading)
    joints = joints @ turned.transpose(-1, -2)
    moments = rotate_moments(moments, turned)
    # (4) No names, no skin, a skin whose masses are off.
    silent = chance(0.45)
    names = torch.where(silent[:, None, None], torch.tensor([UNSAID, 0, 0], device=dev), names)
    bare = chance(0.08)
    moments = moments * (~bare)[:, None, None]
    scale = (torch.randn(moments.shape[:2], device=dev) * (torch.rand(b, 1, device=dev) * 0.5)).exp()
    moments = moments * scale[..., None]
    moments = moments / moments[..., 0].sum(1).clamp(min=1e-6)[:, None, None]
    return joints, parents, moments, roles, sides, moves, partner, names, mask, told.float(), heading, up


def losses(network, given):
    joints, parents, moments, roles, sides, moves, partner, names, mask, told, heading, up = given
    role, side, move, mate, facing, upward = network(joints, parents, moments, names, tree_codes(parents, mask), told, mask)
    n = joints.shape[1]
    known = mask & (roles != UNKNOWN)
    bone = known & (roles != CONTROL)
    led = known & (moves > -2)  # −2: not known
    moves = torch.where(moves < 0, n, moves)
    mate_known = mask & (partner > -2)
    partner = torch.where(partner == -1, n, partner)
    bins = heading / (2 * math.pi) * HEADINGS
    near = torch.stack([bins.floor(), bins.floor() + 1], -1).long() % HEADINGS
    share = torch.stack([1 - (bins - bins.floor()), bins - bins.floor()], -1)
    target = torch.zeros_like(facing).scatter_add(1, near, share)
    upright = up == 2
    loss = F.cross_entropy(role[known], roles[known], label_smoothing=0.03)
    loss = loss + 0.5 * F.cross_entropy(side[bone], sides[bone], label_smoothing=0.02)
    loss = loss + 0.3 * F.cross_entropy(move[led], moves[led]) + 0.3 * F.cross_entropy(mate[mate_known], partner[mate_known])
    lost = -(target * F.log_softmax(facing, -1)).sum(-1)
    loss = loss + 0.5 * (lost * upright).sum() / upright.sum().clamp(min=1) + 0.1 * F.cross_entropy(upward, up)
    return loss


# Figures


def measure(network, items, device, with_names):
    """Shares over moving joints of rigs that training never saw, facing found first, then told."""
    right = both = joints_seen = good = faced = 0
    groups = {}
    with torch.no_grad():
        for at in range(0, len(items), 16):
            part = items[at:at + 16]
            batch = collate([item[:8] for item in part], device)
            joints, parents, moments, roles, sides, moves, partner, names, mask = batch
            if not with_names:
                names = torch.tensor([UNSAID, 0, 0], device=device).expand_as(names)
            codes = tree_codes(parents, mask)
            told = torch.zeros(len(part), device=device)
            votes = 0
            for quarter in range(4):
                turned = yaw(torch.full((len(part),), quarter * math.pi / 2, device=device))
                out = network(joints @ turned.transpose(-1, -2), parents, rotate_moments(moments, turned), names, codes, told, mask)
                votes = votes + F.log_softmax(out[4], -1).roll(-quarter * HEADINGS // 4, -1)
            angle = votes.argmax(-1) * (2 * math.pi / HEADINGS)
            quarters = (angle / (math.pi / 2)).round() * (math.pi / 2)
            turned = yaw(-quarters)
            out = network(joints @ turned.transpose(-1, -2), parents, rotate_moments(moments, turned), names, codes, told + 1, mask)
            guess, side = out[0].argmax(-1), out[1].argmax(-1)
            ok = mask & (roles != UNKNOWN) & (roles != CONTROL) & (moments[..., 0] > 1e-5)
            hit = (guess == roles) & ok
            all_ = hit & (side == sides)
            face = quarters.cos() > 0.9
            for i, item in enumerate(part):
                r, t, c = hit[i].sum().item(), all_[i].sum().item(), ok[i].sum().item()
                right, both, joints_seen, faced = right + r, both + t, joints_seen + c, faced + int(face[i])
                good += t >= 0.9 * c
                g = groups.setdefault(item[8].split('-')[0], [0, 0, 0, 0])
                g[0] += t; g[1] += c; g[2] += int(face[i]); g[3] += 1
    text = ' '.join(f'{key} {a / max(1, b):.2f}/{c / d:.2f}' for key, (a, b, c, d) in sorted(groups.items()))
    return f'role {right / joints_seen:.3f} and side {both / joints_seen:.3f} facing {faced / len(items):.3f} rigs with 90 % {good / len(items):.2f} | {text}'


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('data', nargs='+')
    parser.add_argument('--out', default='label.pt')
    parser.add_argument('--start')  # a checkpoint to go on from
    parser.add_argument('--minutes', type=float, default=4)
    parser.add_argument('--width', type=int, default=192)
    parser.add_argument('--layers', type=int, default=6)
    parser.add_argument('--batch', type=int, default=256)
    parser.add_argument('--rate', type=float, default=1e-3)
    parser.add_argument('--workers', type=int, default=2)
    parser.add_argument('--again', type=int, default=6)  # how often a variant is disturbed anew
    parser.add_argument('--pool', type=int, default=8192)
    args = parser.parse_args()
    device = 'cuda' if torch.cuda.is_available() else 'cpu'
    torch.manual_seed(0)
    held = []
    for path in args.data:
        rigs, rows = load(path)
        chosen = [i for i, row in enumerate(rows) if row['heldOut'] and 4 <= len(rigs[i][1]) <= 200 and (row['source'] != 'generator' or i % 12 == 0)]
        for i in chosen:
            rig = Rig(*rigs[i])
            if rows[i]['source'] in ('generator', 'things'):
                rename(rig, np.random.default_rng(i))
            held.append((*to_arrays(rig), rows[i]['source']))
    ctx = get_context('spawn')
    queue = ctx.Queue(maxsize=8)
    workers = [ctx.Process(target=make_variants, args=(100 + i, args.data, 128, queue), daemon=True) for i in range(args.workers)]
    for worker in workers:
        worker.start()
    network = LabelNetwork(args.width, layers=args.layers).to(device)
    ema = LabelNetwork(args.width, layers=args.layers).to(device).eval()
    if args.start:
        network.load_state_dict(torch.load(args.start, map_location=device, weights_only=True)['ema'])
    ema.load_state_dict(network.state_dict())
    optimiser = torch.optim.AdamW(network.parameters(), lr=args.rate, weight_decay=0.03, fused=device == 'cuda')
    print(f'{sum(p.numel() for p in network.parameters()) / 1e6:.2f} M parameters, {len(held)} held-out rigs, {device}', flush=True)
    pool, fresh, seen, step, start, told_at = [], 0, 0, 0, time.time(), 0
    limit, rng = args.minutes * 60, np.random.default_rng(0)
    while len(pool) < min(2048, args.pool):
        pool += queue.get()
    while (spent := time.time() - start) < limit:
        while not queue.empty() or fresh * args.again < seen - args.again * 4096:
            batch = queue.get()
            fresh += len(batch)
            pool += batch
            if time.time() - start > limit:
                break
        pool = pool[-args.pool:]
        # Rigs of one batch have about as many joints.
        order = rng.permutation(len(pool))[:args.batch * 4]
        order = sorted(order, key=lambda i: len(pool[i][1]))
        for part in rng.permutation(len(order) // args.batch):
            chosen = [pool[i] for i in order[part * args.batch:(part + 1) * args.batch]]
            if len(chosen[-1][1]) > 128:
                chosen = chosen[::2]
            given = disturb(collate(chosen, device))
            rate = args.rate * min(1, (step + 1) / 200) * max(0.02, 1 - max(0, spent / limit - 0.25) / 0.75)
            for group in optimiser.param_groups:
                group['lr'] = rate
            network.train()
            with torch.autocast('cuda', torch.bfloat16, enabled=device == 'cuda'):
                loss = losses(network, given)
            optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimiser.step()
            step, seen = step + 1, seen + len(chosen)
            decay = min(0.998, 1 - 1 / (step / 5 + (200 if args.start else 2)))
            with torch.no_grad():
                for mean, now in zip(ema.parameters(), network.parameters()):
                    mean.lerp_(now, 1 - decay)
        if spent - told_at > min(45, limit / 4):
            told_at = spent
            print(f'{spent:.0f} s, seen {seen}, variants {fresh}, loss {loss.item():.3f}\n  named {measure(ema, held, device, True)}\n  silent {measure(ema, held, device, False)}', flush=True)
            save(args.out, ema, seen)
    print(f'end: seen {seen}, variants {fresh}\n  named {measure(ema, held, device, True)}\n  silent {measure(ema, held, device, False)}', flush=True)
    save(args.out, ema, seen)
    for worker in workers:
        worker.terminate()


def save(path, ema, seen):
    os.makedirs(os.path.dirname(path) or '.', exist_ok=True)
    torch.save(dict(config=ema.config, ema={key: value.half() if value.is_floating_point() else value for key, value in ema.state_dict().items()},
                    seen=seen), path)


if __name__ == '__main__':
    main()
