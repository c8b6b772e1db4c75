"""Labelled bodies from the shards of `npm run lab -- dataset rigs`, and the endless variations that training sees.

A body is posed, stretched limb by limb, robbed of limbs, warped, fattened, mirrored, turned and normalised, a batch at a
time, on the device that holds the bodies (`torch.set_default_device`).
"""

import glob
import json
import math
import os

import numpy as np
import torch
from safetensors.numpy import load_file

from skeleton import END, LATENTS, MOST_JOINTS, OTHER, PLAN, POINTS, ROLES

CANDIDATES = 1536  # points drawn, of which POINTS stay once a limb is dropped
SIDE_SWAP = np.array([0, 2, 1])
R = {role: i for i, role in enumerate(ROLES)}
# Depth first, children in this order: the axial chain first, limbs whole.
RANK = {role: i for i, role in enumerate(
    'spine chest neck head jaw face horn ear hips shoulder upperArm lowerArm hand finger wing frontUpperLeg frontLowerLeg '
    'frontFoot middleUpperLeg middleLowerLeg middleFoot hindUpperLeg hindLowerLeg hindFoot fin tentacle other tail'.split())}
LEGS = [i for i, role in enumerate(ROLES) if role.startswith(('front', 'hind', 'middle'))]
LIMBS = dict(legs=LEGS, arms=[R[r] for r in ('shoulder', 'upperArm', 'lowerArm', 'hand', 'finger')], wings=[R['wing']],
             fins=[R['fin']], tentacles=[R['tentacle']], tails=[R['tail']], heads=[R['head']])
CORE = [R[r] for r in ('hips', 'spine', 'chest', 'neck', 'head')]
# Parts that are stretched together.
GROUPS = torch.tensor([{'head': 0, 'jaw': 0, 'face': 0, 'ear': 1, 'horn': 1, 'wing': 6, 'tail': 7, 'fin': 8, 'tentacle': 9,
                        'neck': 10}.get(r, 2 if i in LIMBS['arms'] else 3 if r.startswith('front') else 4 if r.startswith('hind')
                                        else 5 if r.startswith('middle') else 11) for i, r in enumerate(ROLES)])
DROPPED = [[R[r]] for r in ('tail', 'ear', 'horn', 'wing', 'fin', 'jaw', 'face', 'tentacle')] + [LIMBS['arms']]
# The same as a table of roles; the last column is of joints that are not there. [9, ROLES + 1]
IS_DROPPED = torch.tensor([[r in some for r in range(len(ROLES) + 1)] for some in DROPPED])
STYLES = ('none', 'generator', 'sample-creatures', 'quaternius', 'polygonalmind', 'mesh2motion', 'kaykit')


def style_of(source):
    return next((i for i, name in enumerate(STYLES) if source.startswith(name)), len(STYLES))


def depth_first(parents, roles, sides, rest):
    children = [[] for _ in parents]
    for joint, parent in enumerate(parents):
        if parent >= 0:
            children[parent].append(joint)
    key = lambda j: (RANK[ROLES[roles[j]]], sides[j], -round(float(rest[j][2]), 2), -rest[j][1], -rest[j][0])
    order, stack = [], [int(np.argmin(parents))]
    while stack:
        joint = stack.pop()
        order.append(joint)
        stack.extend(sorted(children[joint], key=key, reverse=True))
    return order


class Bodies:
    """All bodies of some folders of shards as tensors, joints in the order in which they are written."""

    def __init__(self, folders, keep=lambda row: True):
        self.rows, parts = [], {key: [] for key in ('points', 'normals', 'influences', 'weights')}
        joints, parents, tokens, mirrored, counts = [], [], [], [], []
        for folder in folders:
            index = json.load(open(f'{folder}/index.json'))
            rows = index['rows'] if isinstance(index, dict) else index
            at = 0
            for path in sorted(glob.glob(f'{folder}/*.safetensors')):
                shard = load_file(path)
                offsets = shard['jointOffsets']
                here = rows[at:at + len(offsets) - 1]
                at += len(here)
                chosen = [i for i, row in enumerate(here) if keep(row) and offsets[i + 1] - offsets[i] <= MOST_JOINTS]
                for i in chosen:
                    span = slice(offsets[i], offsets[i + 1])
                    self.add(here[i], shard['joints'][span], shard['parents'][span], shard['roles'][span], shard['sides'][span],
                             shard['influences'][i], joints, parents, tokens, mirrored, counts, parts['influences'])
                for key in ('points', 'normals', 'weights'):
                    parts[key].append(shard[key][chosen])
            assert at == len(rows), (folder, at, len(rows))
        self.points = torch.from_numpy(np.concatenate(parts['points']).astype(np.float16))
        self.normals = torch.from_numpy(np.concatenate(parts['normals']))
        self.weights = torch.from_numpy(np.concatenate(parts['weights']))
        self.influences = torch.from_numpy(np.stack(parts['influences']))
        self.joints, self.parents = torch.stack(joints), torch.stack(parents)
        self.tokens, self.mirrored, self.count = torch.stack(tokens), torch.stack(mirrored), torch.tensor(counts)
        self.style = torch.tensor([style_of(row['source']) for row in self.rows])
        self.whole = torch.tensor([row['whole'] for row in self.rows])
        self.generated = torch.tensor([row['source'] in ('generator', 'things') for row in self.rows])
        self.told = torch.tensor([row['whole'] > 0 or row['counts'] is not None for row in self.rows])

    TENSORS = ('points', 'normals', 'weights', 'influences', 'joints', 'parents', 'tokens', 'mirrored', 'count', 'style', 'whole', 'generated', 'told')

    def join(self, others, device):
        """These bodies and others behind them, on a device."""
        for name in self.TENSORS:
            setattr(self, name, torch.cat([getattr(one, name).to(device) for one in (self, *others)]))
        self.rows = [row for one in (self, *others) for row in one.rows]
        return self

    def add(self, row, rest, parent, role, side, influence, joints, parents, tokens, mirrored, counts, influences):
        n = len(parent)
        role, side = role.astype(int), side.astype(int)
        order = depth_first(parent, role, side, rest) if n else []
        place = np.zeros(max(n, 1), int)
        place[order] = np.arange(n)
        # The same tree as its mirror image writes it: a permutation of the first order.
        back = depth_first(parent, role, SIDE_SWAP[side], rest * [-1, 1, 1]) if n else []
        pad = lambda x, fill: torch.tensor(np.concatenate([x, np.full((MOST_JOINTS - n, *np.shape(x)[1:]), fill)])) if n else torch.full((MOST_JOINTS,), fill)
        joints.append(pad(rest[order], 0.0).float() if n else torch.zeros(MOST_JOINTS, 3))
        parents.append(pad(np.array([-1 if parent[j] < 0 else place[parent[j]] for j in order]), -1).long())
        tokens.append(pad(role[order] * 3 + side[order], END).long())
        mirrored.append(pad(place[back], 0).long() if n else torch.arange(MOST_JOINTS))
        if n:
            mirrored[-1][n:] = torch.arange(n, MOST_JOINTS)
        counts.append(n)
        influences.append(place[np.minimum(influence, max(n - 1, 0))].astype(np.uint8))
        self.rows.append(row)


def rotation(v):
    """Rotation matrices of rotation vectors [..., 3]."""
    angle = v.norm(dim=-1, keepdim=True)[..., None] + 1e-9
    x, y, z = (v / angle[..., 0]).unbind(-1)
    o = torch.zeros_like(x)
    k = torch.stack([o, -z, y, z, o, -x, -y, x, o], -1).view(*v.shape[:-1], 3, 3)
    return torch.eye(3, device=v.device) + angle.sin() * k + (1 - angle.cos()) * (k @ k)


def rows_of(x, index):
    return torch.gather(x, 1, index.view(*index.shape, *[1] * (x.dim() - 2)).expand(*index.shape, *x.shape[2:]))


def chain_starts(role, parent_role, members):
    """Joints [B, J] at which a limb of these roles begins."""
    is_member = torch.zeros(len(ROLES) + 1, dtype=torch.bool)
    is_member[members] = True
    return is_member[role] & ~is_member[parent_role]


def chance(batch, p):
    return torch.rand(batch) < p


def vary(bodies, index, plain=False):
    """A batch of bodies as training sees them (`plain`: as they are, turned by nothing)."""
    B, J = len(index), MOST_JOINTS
    joints, parents, tokens = bodies.joints[index], bodies.parents[index], bodies.tokens[index]
    real = torch.arange(J)[None] < bodies.count[index][:, None]
    role, side = (tokens // 3), tokens % 3
    role = torch.where(real, role, len(ROLES))
    # (1) Points: half of the time evenly spread, else the latents' seeds evenly and the rest at random.
    total = bodies.points.shape[1]
    pick = torch.arange(CANDIDATES)[None].expand(B, -1).clone()
    if not plain:
        random = torch.randint(LATENTS, total, (B, CANDIDATES - LATENTS))
        pick[:, LATENTS:] = torch.where(chance(B, 0.5)[:, None], random, pick[:, LATENTS:])
    gather = lambda x: x[index[:, None], pick]
    influence = gather(bodies.influences).long()
    # (2) Limbs that are left out, with the surface that they move.
    dropped = torch.zeros(B, J, dtype=torch.bool)
    if not plain:
        table = IS_DROPPED.to(role.device)
        has = table[:, role].any(2).T  # [B, 9]
        drawn = (torch.rand(has.shape) * has).argmax(1)
        gone = table[drawn[:, None], role] & (chance(B, 0.25) & has.any(1))[:, None]
        upward = parents.clamp(min=0)
        for _ in range(6):  # what hangs on it; ancestors twice as far each time
            gone = gone | torch.gather(gone, 1, upward)
            upward = torch.gather(upward, 1, upward)
        gone &= real
        dropped = gone & (~gone[:, 0] & (gone.sum(1) < 0.6 * real.sum(1)))[:, None]
    lost = torch.gather(dropped, 1, influence[..., 0])
    spared = lost.sum(1) <= CANDIDATES - POINTS
    dropped &= spared[:, None]
    lost &= spared[:, None]
    keep = (torch.arange(CANDIDATES)[None] + lost * CANDIDATES * 2).argsort(1)[:, :POINTS]
    pick, influence = torch.gather(pick, 1, keep), rows_of(influence, keep)
    P, N = gather(bodies.points).float(), gather(bodies.normals).float() / 127
    weight = gather(bodies.weights).float()
    weight = weight / weight.sum(-1, keepdim=True).clamp(min=1)
    posable = (bodies.count[index] > 0)[:, None, None]
    if not plain:
        # Generated bodies vary enough by themselves: half of them stay as they are.
        varied = (~bodies.generated[index] | chance(B, 0.5))[:, None, None]
        posed = pose(P, N, joints, parents, role, side, influence, weight, posable)
        P, N, joints = (torch.where(varied, new, old) for new, old in zip(deform(*posed, role, influence), (P, N, joints)))
        # (3) Mirror.
        flip = chance(B, 0.5)
        sign = torch.where(flip[:, None, None], torch.tensor([-1.0, 1.0, 1.0]), torch.ones(3))
        P, N, joints = P * sign, N * sign, joints * sign
        order = torch.where(flip[:, None], bodies.mirrored[index], torch.arange(J)[None])
        inverse = order.argsort(1)
        parents = torch.where(torch.gather(parents, 1, order) < 0, -1, torch.gather(inverse, 1, torch.gather(parents, 1, order).clamp(min=0)))
        joints, role, side, dropped, real = rows_of(joints, order), torch.gather(role, 1, order), torch.gather(side, 1, order), torch.gather(dropped, 1, order), torch.gather(real, 1, order)
        side = torch.where(flip[:, None], torch.tensor([0, 2, 1])[side], side)
        influence = torch.gather(inverse, 1, influence.flatten(1)).view_as(influence)
    # (4) Turn by quarters about the vertical, a little about everything.
    quarter = torch.zeros(B, dtype=torch.long) if plain else torch.where(chance(B, 0.4), torch.zeros(B, dtype=torch.long), torch.randint(4, (B,)))
    if not plain:
        yaw = quarter * (math.pi / 2) + torch.randn(B) * math.radians(8)
        turn = rotation(torch.stack([torch.zeros(B), yaw, torch.zeros(B)], -1)) @ rotation(torch.randn(B, 3) * math.radians(3))
        P, N, joints = (x @ turn.transpose(1, 2) for x in (P, N, joints))
        P = P + torch.randn_like(P) * (chance(B, 0.5) * torch.rand(B) * 0.006)[:, None, None]
        N = N * torch.where(chance(B, 0.1), -1.0, 1.0)[:, None, None] * torch.where(chance(B, 0.15), 0.0, 1.0)[:, None, None]
    low, high = P.amin(1, keepdim=True), P.amax(1, keepdim=True)
    center, size = (low + high) / 2, (high - low).amax(2, keepdim=True)
    P, joints = (P - center) / size, (joints - center) / size
    # (5) Close the gaps that dropped joints leave.
    stays = real & ~dropped
    order = (~stays).long().argsort(dim=1, stable=True)
    place = order.argsort(1)
    upward = parents.clone()
    for _ in range(6):  # a parent that stays: dropped limbs are whole, so this is rarely needed at all
        gone = (upward >= 0) & ~torch.gather(stays, 1, upward.clamp(min=0))
        upward = torch.where(gone, torch.gather(parents, 1, upward.clamp(min=0)), upward)
    parent_role = torch.where(upward >= 0, torch.gather(role, 1, upward.clamp(min=0)), len(ROLES))
    # Fins of the middle (back, belly) do not count: a plan has its side fins.
    counts = [(chain_starts(torch.where(stays, role, len(ROLES)), parent_role, LIMBS[name]) & ((side > 0) | (name != 'fins'))).sum(1)
              for name in list(PLAN)[1:]]
    body = bodies.whole[index] == 0
    plan = torch.stack([bodies.whole[index]] + [torch.where(body, c.clamp(max=PLAN[name] - 1), 0) for name, c in zip(list(PLAN)[1:], counts)], 1)
    seed = influence[:, :LATENTS, 0]
    parts = torch.gather(torch.where(stays, role * 3 + side, -100), 1, seed)
    parents = torch.gather(upward, 1, order)
    parents = torch.where(parents < 0, -1, torch.gather(place, 1, parents.clamp(min=0)))
    final = lambda x: rows_of(x, order)
    n = stays.sum(1)
    mask = torch.arange(J)[None] < n[:, None]
    tokens = torch.where(mask, final(role * 3 + side), OTHER)
    longest = max(1, int(n.max()))
    cut = lambda x: x[:, :longest]
    return dict(points=torch.cat([P, N], -1), joints=cut(final(joints)), tokens=cut(tokens), parents=cut(torch.where(mask, parents, -1)), mask=cut(mask),
                plan=plan, told=bodies.told[index], quarter=quarter, parts=torch.where(body[:, None], parts, -100), style=bodies.style[index], body=body)


def pose(P, N, joints, parents, role, side, influence, weight, posable):
    """Limbs of other lengths, then a pose: forward kinematics with a scale per joint, linear blend skinning."""
    B, J = role.shape
    known = role.clamp(max=len(ROLES) - 1)
    group = GROUPS.to(known.device)[known]
    log = torch.gather(torch.randn(B, 12) * 0.22, 1, group) + torch.gather(torch.randn(B, len(ROLES)) * 0.10, 1, known)
    scale = torch.where(chance(B, 0.25)[:, None], torch.ones(B, J), log.exp().clamp(0.5, 2.0))
    core = torch.isin(known, torch.tensor(CORE, device=known.device))
    spread = torch.where(core, 6.0, 13.0) * (0.3 + torch.rand(B, 1))
    v = (torch.randn(B, J, 3) * torch.deg2rad(spread)[..., None]).clamp(-0.7, 0.7)
    v[role == R['hips']] = 0
    hand = torch.where(side == 1, 1.0, torch.where(side == 2, -1.0, 0.0))
    raised = torch.where(chance(B, 0.5), torch.deg2rad(-70 + 100 * torch.rand(B)), torch.zeros(B))
    v[..., 2] += hand * (role == R['upperArm']) * raised[:, None]
    swung = torch.where(chance(B, 0.4)[:, None, None], torch.randn(B, 3, 3) * math.radians(14), torch.zeros(B, 3, 3))
    for k, upper in enumerate(('frontUpperLeg', 'hindUpperLeg', 'middleUpperLeg')):
        v[..., 0] += (role == R[upper]) * torch.gather(swung[:, k], 1, side)
    curled = chance(B, 0.4)
    for name in ('tail', 'spine', 'tentacle', 'neck'):
        mine = (role == R[name]) & curled[:, None]
        bend = torch.randn(B, 1, 3) * torch.tensor([0.4, 0.5, 0.1]) * math.radians(70)
        v += mine[..., None] * bend / mine.sum(1).clamp(min=1)[:, None, None]
    v = v * (chance(B, 0.6)[:, None, None])
    local = rotation(v)
    rest = joints
    parent = torch.where(parents < 0, torch.arange(J), parents)
    rooted = parent == torch.arange(J)
    bone = torch.where(rooted[..., None], rest, (rest - rows_of(rest, parent)) * torch.gather(scale, 1, parent)[..., None])
    q, g, upward, done = local, bone, parent, rooted
    for _ in range(6):  # each step reaches ancestors twice as far
        up = rows_of(q, upward)
        g = torch.where(done[..., None], g, (up @ g[..., None])[..., 0] + rows_of(g, upward))
        q = torch.where(done[..., None, None], q, up @ q)
        done, upward = done | torch.gather(done, 1, upward), torch.gather(upward, 1, upward)
    matrix = q * scale[..., None, None]
    shift = g - (matrix @ rest[..., None])[..., 0]
    affine = torch.cat([matrix.flatten(2), shift], 2).view(B * J, 12)
    row = influence + (torch.arange(B) * J)[:, None, None]
    mixed = sum(weight[..., k, None] * affine[row[..., k].flatten()].view(B, -1, 12) for k in range(influence.shape[2]))
    blended, moved = mixed[..., :9].view(B, -1, 3, 3), mixed[..., 9:]
    posed = (blended @ P[..., None])[..., 0] + moved
    normal = (blended @ N[..., None])[..., 0]
    normal = normal / normal.norm(dim=-1, keepdim=True).clamp(min=1e-6)
    return torch.where(posable, posed, P), torch.where(posable, normal, N), torch.where(posable, g, joints)


def deform(P, N, joints, role, influence):
    """Smooth warps of space, a taper, more or less flesh, another scale per axis; joints go along."""
    B = len(P)
    mirror = torch.tensor([-1.0, 1.0, 1.0])
    even = chance(B, 0.6)[:, None, None]
    some = chance(B, 0.6)[:, None, None].float()
    for _ in range(3):
        k = torch.randn(B, 1, 3)
        k = k / k.norm(dim=-1, keepdim=True) * 2 * math.pi * (0.3 + 1.1 * torch.rand(B, 1, 1))
        phase, size = torch.rand(B, 1) * 2 * math.pi, torch.randn(B, 1, 3) * 0.022 * some

        def warp(X):
            a, b = torch.sin((X * k).sum(-1) + phase)[..., None], torch.sin((X * mirror * k).sum(-1) + phase)[..., None]
            symmetric = torch.cat([(a - b), (a + b), (a + b)], -1) * 0.7
            return X + torch.where(even, symmetric, a.expand_as(symmetric)) * size

        P, joints = warp(P), warp(joints)
    axis = torch.randint(1, 3, (B,))
    amount = torch.randn(B) * 0.25 * chance(B, 0.4)

    def taper(X):
        along = torch.gather(X, 2, axis[:, None, None].expand(-1, X.shape[1], 1))
        factor = (1 + amount[:, None, None] * along).clamp(0.3, 3)
        free = torch.arange(3)[None, None] != axis[:, None, None]
        return torch.where(free, X * factor, X)

    P, joints = taper(P), taper(joints)
    group = GROUPS.to(role.device)[role.clamp(max=len(ROLES) - 1)]
    fat = (0.004 + torch.randn(B, 1) * 0.009) + torch.gather(torch.randn(B, 12) * 0.005, 1, torch.gather(group, 1, influence[..., 0]))
    P = P + N * (fat * chance(B, 0.6)[:, None])[..., None]
    scale = (torch.randn(B, 1, 3) * 0.17).exp()
    N = N / scale
    return P * scale, N / N.norm(dim=-1, keepdim=True).clamp(min=1e-6), joints * scale


class Sampler:
    """Draws bodies so that no source, family or body plan drowns the others."""

    def __init__(self, bodies, shares):
        chances = np.zeros(len(bodies.rows))
        for names, share in shares:
            families = {}
            for i, row in enumerate(bodies.rows):
                if row['source'].startswith(names):
                    families.setdefault(row['kind'] if row['source'] in ('generator', 'things') else row['family'], []).append(i)
            if families:
                lists = list(families.values())
                weight = np.array([len(one) ** 0.5 for one in lists]) * self.rarity(bodies, lists)
                for one, chance_of_one in zip(lists, share * weight / weight.sum()):
                    chances[one] = chance_of_one / len(one)
        self.chances = torch.from_numpy(chances).float().to(bodies.points.device)

    def rarity(self, bodies, lists):
        """Families of a frequent body plan count less: the square root of its number of families."""
        tokens, counts = bodies.tokens.cpu(), bodies.count.tolist()

        def word(i):
            roles = set((tokens[i][:counts[i]] // 3).tolist())
            return tuple(bool(roles & set(LIMBS[name])) for name in ('arms', 'wings', 'fins', 'tentacles')) + tuple(
                any(ROLES[r].startswith(pair) for r in roles if r < len(ROLES)) for pair in ('front', 'middle', 'hind'))
        words = [word(one[0]) for one in lists]
        return np.array([words.count(w) ** -0.5 for w in words])

    def draw(self, count):
        return torch.multinomial(self.chances, count, replacement=True)
