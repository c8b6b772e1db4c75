"""Labelled bodies from the shards of `npm run lab -- dataset rigs`: points, weights, joints as the rig has them, the joints
that are written for each detail, and the poses of its clips. How they are varied: vary.py.
"""

import glob
import json
import os

import numpy as np
import torch
from safetensors.numpy import load_file

from detail import targets
from skeleton import DETAILS, MOST_JOINTS, ROLES

R = {role: i for i, role in enumerate(ROLES)}
SIDE_SWAP = np.array([0, 2, 1])
# Depth first, children in this order: the axial chain first, limbs whole.
RANK = {role: i for i, role in enumerate(
    'spine chest neck head jaw face horn ear hips shoulder upperArm lowerArm hand finger wing frontUpperLeg frontLowerLeg '
    'frontFoot middleUpperLeg middleLowerLeg middleFoot hindUpperLeg hindLowerLeg hindFoot fin tentacle other tail'.split())}
LEGS = [i for i, role in enumerate(ROLES) if role.startswith(('front', 'hind', 'middle'))]
LIMBS = dict(legs=LEGS, arms=[R[r] for r in ('shoulder', 'upperArm', 'lowerArm', 'hand', 'finger')], wings=[R['wing']],
             fins=[R['fin']], tentacles=[R['tentacle']], tails=[R['tail']], heads=[R['head']])
POINT_TENSORS = ('points', 'normals', 'influences', 'weights')
OTHER_ROLE = R['other']
# Groups of which there is no second sight: what is learned of their plans is no memory of a file.
ENDLESS = ('generator', 'sample-creatures', 'people', 'things')


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


def written_joints(rest, parents, roles, sides, detail):
    """What is written at a detail, in its order: joints that each one lies between, fraction, parent, token, mirrored order."""
    rows = targets(rest, parents, roles, sides, detail)
    if not 0 < len(rows) <= MOST_JOINTS:
        return None
    a, b, f, parent, role, side = (np.array(column) for column in zip(*rows))
    at = (1 - f)[:, None] * rest[a] + f[:, None] * rest[b]
    order = depth_first(parent, role, side, at)
    if len(order) < len(rows):
        return None
    place = np.argsort(order)
    # The same tree as its mirror image writes it: a permutation of the first order.
    back = place[depth_first(parent, role, SIDE_SWAP[side], at * [-1, 1, 1])]
    parent = np.array([-1 if parent[j] < 0 else place[parent[j]] for j in order])
    return dict(goal_a=a[order], goal_b=b[order], goal_f=f[order], goal_parent=parent, goal_token=(role * 3 + side)[order], goal_mirror=back)


KINDS = dict(goal_a=np.uint8, goal_b=np.uint8, goal_f=np.float16, goal_parent=np.int8, goal_token=np.uint8, goal_mirror=np.uint8)


def read_goals(rest, parents, roles, sides):
    """`written_joints` at every detail, padded. [details, joints]"""
    out = {key: np.zeros((len(DETAILS), MOST_JOINTS), kind) for key, kind in KINDS.items()}
    out['goal_mirror'][:] = np.arange(MOST_JOINTS)
    counts, own = np.zeros(len(DETAILS), np.int64), None
    for k, detail in enumerate(DETAILS if len(parents) else ()):
        own = own or written_joints(rest, parents, roles, sides, 'own')
        written = own if detail == 'own' else written_joints(rest, parents, roles, sides, detail) or own
        if written is None:
            return None
        counts[k] = len(written['goal_a'])
        for key, value in written.items():
            out[key][k, :counts[k]] = value
    return dict(out, goal_count=counts)


class Bodies:
    """All bodies of some folders of shards as tensors; `keep` chooses rows."""

    JOINTS = ('joints', 'parents', 'above', 'roles', 'sides', 'count')
    GOALS = (*KINDS, 'goal_count')
    POSES = ('pose_start', 'pose_count')
    FACTS = ('whole', 'generated', 'endless', 'told')
    TENSORS = (*POINT_TENSORS, *JOINTS, *GOALS, *POSES, *FACTS)

    def __init__(self, folders, keep=lambda row: True):
        self.rows, poses, filled = [], [], 0
        parts = {key: [] for key in self.TENSORS}
        for folder in folders:
            rows, at = json.load(open(f'{folder}/index.json'))['rows'], 0
            for path in sorted(glob.glob(f'{folder}/*.safetensors')):
                shard = load_file(path)
                offsets, chosen = shard['jointOffsets'], []
                here = rows[at:at + len(offsets) - 1]
                at += len(here)
                for i, row in enumerate(here):
                    span = slice(offsets[i], offsets[i + 1])
                    body = self.read(*(shard[key][span] for key in ('joints', 'parents', 'roles', 'sides'))) if keep(row) else None
                    if body is None:
                        continue
                    n = max(1, int(body['count']))
                    motions = shard['poses'][shard['poseOffsets'][i]:shard['poseOffsets'][i + 1]] if 'poses' in shard else np.zeros((0, 12), np.float16)
                    body.update(pose_start=np.int64(filled), pose_count=np.int64(len(motions) // n), whole=np.int64(row['whole']),
                                generated=row['source'] in ('generator', 'things'), endless=group_of(row) in ENDLESS, told=row['whole'] > 0 or row['counts'] is not None)
                    poses.append(motions)
                    filled += len(motions)
                    for key, value in body.items():
                        parts[key].append(value)
                    chosen.append(i)
                    self.rows.append(row)
                for key in POINT_TENSORS:
                    parts[key].append(shard[key][chosen])
            assert at == len(rows), (folder, at, len(rows))
        for key, values in parts.items():
            setattr(self, key, torch.from_numpy(np.concatenate(values) if key in POINT_TENSORS else np.stack(values)))
        self.poses = torch.from_numpy(np.concatenate(poses).astype(np.float16).reshape(-1, 12))

    def read(self, rest, parents, roles, sides):
        """Tensors of one body's joints; None where its tree has no order."""
        n = len(parents)
        roles, sides, parents = roles.astype(int), sides.astype(int), parents.astype(int)
        goals = read_goals(rest, parents, roles, sides) if n <= MOST_JOINTS else None
        if goals is None:
            return None
        above = parents.copy()  # past joints that are no part of a body
        for j in range(n):
            while above[j] >= 0 and roles[above[j]] == OTHER_ROLE:
                above[j] = parents[above[j]]
        pad = lambda x, fill, kind: np.concatenate([x, np.full((MOST_JOINTS - n, *np.shape(x)[1:]), fill)]).astype(kind)
        return dict(goals, joints=pad(rest.reshape(-1, 3), 0, np.float32), parents=pad(parents, -1, np.int64), above=pad(above, -1, np.int64),
                    roles=pad(roles, len(ROLES), np.int64), sides=pad(sides, 0, np.int64), count=np.int64(n))

    def join(self, others, device):
        """These bodies and others behind them, on a device."""
        starts = np.cumsum([0] + [len(one.poses) for one in (self, *others)])
        for start, one in zip(starts, (self, *others)):
            one.pose_start = one.pose_start + int(start)
        for name in (*self.TENSORS, 'poses'):
            setattr(self, name, torch.cat([getattr(one, name).to(device) for one in (self, *others)]))
        self.rows = [row for one in (self, *others) for row in one.rows]
        return self


def group_of(row):
    """Whose work a body is, for shares of the training samples."""
    source, kind = row['source'], row['kind']
    if row['whole'] > 0:
        return 'things' if row['whole'] == 4 else 'parts'
    if source in ('generator', 'sample-creatures', 'people'):
        return source
    if source.startswith(('rocketbox', 'valid', 'makehuman')) or source == 'polygonalmind':
        return 'realistic people' if kind == 'biped' else 'realistic animals'
    return 'realistic animals' if source.startswith(('sketchfab', 'sceneview', 'opendungeons', 'dm_control')) else 'stylised'


class Sampler:
    """Draws bodies so that no source, family or body plan drowns the others."""

    def __init__(self, bodies, shares):
        chances = np.zeros(len(bodies.rows))
        groups = {}
        for i, row in enumerate(bodies.rows):
            if not row['heldOut']:
                family = row['kind'] if row['source'] in ('generator', 'things') else row['family']
                groups.setdefault(group_of(row), {}).setdefault(family, []).append(i)
        for name, families in groups.items():
            lists = list(families.values())
            weight = np.array([len(one) ** 0.5 for one in lists]) * self.rarity(bodies, lists)
            for one, chance_of_one in zip(lists, shares[name] * weight / weight.sum()):
                chances[one] = chance_of_one / len(one)
        self.chances = torch.from_numpy(chances).float().to(bodies.points.device)

    def rarity(self, bodies, lists):
        """Families of a frequent body plan count less: the square root of its number of families."""
        roles = bodies.roles.cpu()

        def word(i):
            own = set(roles[i].tolist())
            return tuple(bool(own & set(LIMBS[name])) for name in ('arms', 'wings', 'fins', 'tentacles', 'tails')) + tuple(
                any(ROLES[r].startswith(pair) for r in own if r < len(ROLES)) for pair in ('front', 'middle', 'hind'))
        words = [word(one[0]) for one in lists]
        return np.array([words.count(w) ** -0.5 for w in words])

    def draw(self, count):
        return torch.multinomial(self.chances, count, replacement=True)
