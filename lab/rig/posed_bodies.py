"""Labelled bodies posed on the device, a batch at a time: what SPRig's student sees of a moving body without a clip of it.

A body is turned by joint, with ranges by role, one-sided, mirrored or in opposite phase; the surface follows by linear blend
skinning, and so do the joints of the skeleton that the teacher gave its rest pose. With the default device of PyTorch on a
GPU everything stays there.
"""

import math

import numpy as np
import torch

from bodies import R, SIDE_SWAP, chance, depth_first, rotation, rows_of
from canonical import canonical
from skeleton import END, LATENTS, MOST_JOINTS, OTHER, POINTS, ROLES

KEPT_POINTS = 2048  # of those of a shard: even ones, then random ones
FIELDS = ('points', 'normals', 'influences', 'weights', 'joints', 'parents', 'tokens', 'mirrored', 'count', 'style', 'whole', 'generated', 'told')
# Standard deviation of rotations about X (nod), Y (turn), Z (tilt), radians (lab/bodies/pose-draft.ts, a little more).
SPREADS = dict(spine=(.12, .1, .07), chest=(.12, .12, .07), neck=(.2, .18, .08), head=(.22, .25, .12), jaw=(.15, 0, 0), ear=(.2, .1, .2),
               shoulder=(.08, .1, .1), upperArm=(.5, .3, .4), lowerArm=(.5, .3, .15), hand=(.25, .2, .2), finger=(.2, .06, .15),
               frontUpperLeg=(.4, .1, .12), frontLowerLeg=(.4, .04, .04), frontFoot=(.25, .06, .06), hindUpperLeg=(.4, .1, .12),
               hindLowerLeg=(.4, .04, .04), hindFoot=(.25, .06, .06), middleUpperLeg=(.2, .2, .2), middleLowerLeg=(.15, .08, .2),
               middleFoot=(.15, .05, .15), wing=(.18, .2, .4), fin=(.2, .25, .25), tail=(.18, .25, .06), tentacle=(.25, .2, .25))
CHAINS = ('spine', 'neck', 'tail', 'tentacle', 'finger', 'wing')


class Store:
    """Bodies on the device, in room for `most` of them, each with the teacher's skeleton of its rest pose."""

    def __init__(self, most):
        self.rows, self.size, self.most = [], 0, most
        half, byte, whole = torch.float16, torch.uint8, torch.long
        shapes = dict(points=((KEPT_POINTS, 3), half), normals=((KEPT_POINTS, 3), torch.int8), influences=((KEPT_POINTS, 4), byte),
                      weights=((KEPT_POINTS, 4), byte), joints=((MOST_JOINTS, 3), torch.float32), parents=((MOST_JOINTS,), whole),
                      tokens=((MOST_JOINTS,), whole), mirrored=((MOST_JOINTS,), whole), count=((), whole), style=((), whole), whole=((), whole),
                      generated=((), torch.bool), told=((), torch.bool),
                      goal=((MOST_JOINTS, 3), torch.float32), goal_parents=((MOST_JOINTS,), whole), goal_tokens=((MOST_JOINTS,), whole),
                      goal_mirrored=((MOST_JOINTS,), whole), goal_count=((), whole), riding=((MOST_JOINTS, MOST_JOINTS), half),
                      plan=((8,), whole))
        for key, (shape, kind) in shapes.items():
            setattr(self, key, torch.zeros(most, *shape, dtype=kind))

    def add(self, bodies, rows):
        """Appends bodies given as tensors; the span that they take."""
        n = min(len(rows), self.most - self.size)
        span = slice(self.size, self.size + n)
        for key in FIELDS:
            value = bodies[key][:n]
            getattr(self, key)[span] = (value[:, :KEPT_POINTS] if key in FIELDS[:4] else value).to(getattr(self, key).device)
        self.rows += rows[:n]
        self.size += n
        return torch.arange(span.start, span.stop)

    def set_goals(self, index, skeletons):
        """The teacher's skeletons of some bodies, None where it failed; the joints ride on the surface around them."""
        for key in ('goal', 'goal_parents', 'goal_tokens', 'goal_mirrored', 'goal_count'):
            kind = np.float32 if key == 'goal' else np.int64
            values = np.stack([s[key] if s else np.zeros(getattr(self, key).shape[1:], kind) for s in skeletons])
            getattr(self, key)[index] = torch.from_numpy(values).to(getattr(self, key).device)
        for part in index.split(64):
            places, around = self.points[part].float(), self.goal[part]
            square = torch.cdist(around, places).square()
            reach = square.topk(24, -1, largest=False).values[..., -1:].clamp(min=0.03 ** 2)
            near = torch.exp(-square / (2 * reach))
            dense = torch.zeros(len(part), KEPT_POINTS, MOST_JOINTS)
            dense.scatter_add_(2, self.influences[part].long(), self.weights[part].float())
            riding = near @ dense
            self.riding[part] = (riding / riding.sum(-1, keepdim=True).clamp(min=1e-6)).half()


def order_goal(joints, parents, roles, sides):
    """A skeleton in the order in which it is written, padded; None where it is too long."""
    n = len(parents)
    if n < 2 or n > MOST_JOINTS:
        return None
    order = depth_first(parents, roles, sides, joints)
    place = np.argsort(order)
    back = depth_first(parents, roles, SIDE_SWAP[sides], joints * [-1, 1, 1])
    pad = lambda x, fill: np.concatenate([x, np.full((MOST_JOINTS - n, *np.shape(x)[1:]), fill)])
    mirrored = pad(place[back], 0)
    mirrored[n:] = np.arange(n, MOST_JOINTS)
    return dict(goal=pad(joints[order], 0.0).astype(np.float32), goal_tokens=pad((roles * 3 + sides)[order], END).astype(np.int64),
                goal_parents=pad([-1 if parents[j] < 0 else place[parents[j]] for j in order], -1).astype(np.int64),
                goal_mirrored=mirrored.astype(np.int64), goal_count=np.int64(n))


def make_goal(skeleton):
    """What the teacher wrote of one body with exact numbers of joints."""
    joints, parents, tokens = skeleton
    return order_goal(*canonical(joints, parents, tokens // 3, tokens % 3))


def spread_table():
    return torch.tensor([SPREADS.get(role, (0.03, 0.03, 0.03)) for role in ROLES] + [(0.0, 0.0, 0.0)])


def random_turns(role, side):
    """Rotation vectors [B, J, 3] of plausible poses."""
    B, J = role.shape
    spread = spread_table()[role] * (0.25 + 1.35 * torch.rand(B, 1, 1))
    shared = torch.randn(B, len(ROLES) + 1, 3, 3)  # by role and side
    mirror = torch.tensor([1.0, -1.0, -1.0])
    mode = torch.rand(B, 1, 1)
    left = shared[:, :, 1]
    shared[:, :, 2] = torch.where(mode < 0.3, left * mirror, torch.where(mode < 0.6, -left * mirror, shared[:, :, 2]))
    together = shared.flatten(1, 2)[torch.arange(B)[:, None], role * 3 + side]
    turns = spread * (0.8 * together + 0.5 * torch.randn(B, J, 3))
    in_chain = torch.zeros(len(ROLES) + 1, dtype=torch.bool)
    in_chain[[R[name] for name in CHAINS]] = True
    turns = torch.where(in_chain[role][..., None], spread * (0.9 * together + 0.25 * torch.randn(B, J, 3)), turns)
    # Arms hang, or are raised.
    hand = torch.where(side == 1, 1.0, torch.where(side == 2, -1.0, 0.0))
    raised = torch.where(chance(B, 0.4), torch.deg2rad(-70 + 100 * torch.rand(B)), torch.zeros(B))
    turns[..., 2] += hand * (role == R['upperArm']) * raised[:, None]
    return turns.clamp(-1.5, 1.5)


def pose_affine(joints, parents, turns):
    """Affine maps [B, J, 12] of joints that turn about themselves; every step reaches ancestors twice as far."""
    J = joints.shape[1]
    upward = torch.where(parents < 0, torch.arange(J), parents)
    done = upward == torch.arange(J)
    q, g = rotation(turns), torch.where(done[..., None], joints, joints - rows_of(joints, upward))
    for _ in range(6):
        up = rows_of(q, upward)
        g = torch.where(done[..., None], g, (up @ g[..., None])[..., 0] + rows_of(g, upward))
        q = torch.where(done[..., None, None], q, up @ q)
        done, upward = done | torch.gather(done, 1, upward), torch.gather(upward, 1, upward)
    shift = g - (q @ joints[..., None])[..., 0]
    return torch.cat([q.flatten(2), shift], 2)


def move(affine, points):
    matrix, shift = affine[..., :9].unflatten(-1, (3, 3)), affine[..., 9:]
    return (matrix @ points[..., None])[..., 0] + shift


def spread_seeds(points, count):
    """Indices [B, count] of points that are each the farthest from all before."""
    batch = torch.arange(len(points))
    last = (points - points.mean(1, keepdim=True)).square().sum(-1).argmax(1)
    nearest = torch.full(points.shape[:2], torch.inf)
    chosen = []
    for _ in range(count):
        chosen.append(last)
        nearest = torch.minimum(nearest, (points - points[batch, last][:, None]).square().sum(-1))
        last = nearest.argmax(1)
    return torch.stack(chosen, 1)


def view_of(store, index, posed):
    """The bodies in a random pose (or at rest), turned a little, mirrored or not, with the teacher's joints carried along."""
    B = len(index)
    parents, tokens = store.parents[index], store.tokens[index]
    real = torch.arange(MOST_JOINTS)[None] < store.count[index][:, None]
    role = torch.where(real, tokens // 3, len(ROLES))
    random = torch.randint(KEPT_POINTS, (B, POINTS))
    pick = torch.where(chance(B, 0.5)[:, None], torch.arange(POINTS)[None], random)
    rows = index[:, None]
    P, N, goal = store.points[rows, pick].float(), store.normals[rows, pick].float() / 127, store.goal[index]
    if posed:
        affine = pose_affine(store.joints[index], parents, random_turns(role, tokens % 3) * real[..., None])
        weight = store.weights[rows, pick].float()
        weight = weight / weight.sum(-1, keepdim=True).clamp(min=1e-6)
        influence = store.influences[rows, pick].long()
        batch = torch.arange(B)[:, None]
        mixed = sum(weight[..., k, None] * affine[batch, influence[..., k]] for k in range(4))
        P = move(mixed, P)
        N = (mixed[..., :9].unflatten(-1, (3, 3)) @ N[..., None])[..., 0]
        goal = move(store.riding[index].float() @ affine, goal)
    flip = chance(B, 0.5)
    sign = torch.where(flip[:, None, None], torch.tensor([-1.0, 1.0, 1.0]), torch.ones(3))
    P, N, goal = P * sign, N * sign, goal * sign
    order = torch.where(flip[:, None], store.goal_mirrored[index], torch.arange(MOST_JOINTS)[None])
    above = torch.gather(store.goal_parents[index], 1, order)
    above = torch.where(above < 0, -1, torch.gather(order.argsort(1), 1, above.clamp(min=0)))
    token = torch.gather(store.goal_tokens[index], 1, order)
    swapped = token // 3 * 3 + torch.tensor([0, 2, 1])[token % 3]
    token = torch.where(flip[:, None] & (token < OTHER), swapped, token)
    goal = rows_of(goal, order)
    quarter = torch.where(chance(B, 0.5), torch.zeros(B, dtype=torch.long), torch.randint(4, (B,)))
    wide = torch.where(chance(B, 0.15), 0.5 * math.pi * (torch.rand(B) - 0.5), torch.randn(B) * math.radians(8))
    lean = torch.where(chance(B, 0.1)[:, None], torch.randn(B, 3) * 0.5, torch.randn(B, 3) * math.radians(6)) if posed else torch.randn(B, 3) * 0.05
    zero = torch.zeros(B)
    turn = rotation(torch.stack([zero, quarter * (math.pi / 2) + wide, zero], -1)) @ rotation(lean)
    P, N, goal = (x @ turn.transpose(1, 2) for x in (P, N, goal))
    P = P + torch.randn_like(P) * (chance(B, 0.3) * torch.rand(B) * 0.004)[:, None, None]
    N = N / N.norm(dim=-1, keepdim=True).clamp(min=1e-6)
    low, high = P.amin(1, keepdim=True), P.amax(1, keepdim=True)
    center, size = (low + high) / 2, (high - low).amax(2, keepdim=True).clamp(min=1e-6)
    P, goal = (P - center) / size, (goal - center) / size
    seeds = spread_seeds(P, LATENTS)
    others = torch.ones(B, POINTS).scatter(1, seeds, 0.0).argsort(dim=1, descending=True, stable=True)[:, :POINTS - LATENTS]
    pick = torch.cat([seeds, others], 1)
    points = rows_of(torch.cat([P, N], -1), pick)
    return dict(points=points, joints=goal, tokens=token, parents=above, count=store.goal_count[index], plan=store.plan[index], quarter=quarter)
