"""Moving bodies from the shards of `npm run lab -- dataset sequences`: frames with the teacher's skeleton of the anchor."""

import glob
import json
import math

import numpy as np
import torch
from safetensors.numpy import load_file

from bodies import SIDE_SWAP, chance, depth_first
from canonical import canonical
from skeleton import END, GLOBALS, LATENTS, MOST_JOINTS, PLAN


def autocast():
    """Half precision on the default device."""
    return torch.autocast(torch.get_default_device().type, torch.bfloat16)


def turn_view(x, quarter, mirrored):
    """Vectors [..., 3] as a view shows them (src/rig/learned/read-plan.ts)."""
    across = -x[..., 0] if mirrored else x[..., 0]
    y, z = x[..., 1], x[..., 2]
    return np.stack([(across, y, z), (z, y, -across), (-across, y, -z), (-z, y, across)][quarter], -1)


def carry(joints, before, after, spread=0.05):
    """Joints [J, 3] moved as the tracked points around them: a weighted rigid alignment each, sizes by the whole."""
    size = np.sqrt(((after - after.mean(0)) ** 2).sum() / ((before - before.mean(0)) ** 2).sum())
    square = ((joints[:, None] - before[None]) ** 2).sum(-1)
    reach = np.maximum(np.partition(square, 24, 1)[:, 24], spread ** 2)[:, None]
    weight = np.exp(-square / (2 * reach))
    weight /= weight.sum(1, keepdims=True)
    a, b = weight @ before, weight @ after
    cross = np.einsum('jn,jnk,jnl->jkl', weight, before[None] - a[:, None], after[None] - b[:, None])
    u, _, v = np.linalg.svd(cross)
    sign = np.sign(np.linalg.det(u @ v))
    u[:, :, 2] *= sign[:, None]
    return np.einsum('jk,jkl->jl', joints - a, u @ v) * size + b


class Sequences:
    """Sequences as tensors, joints in the order in which they are written, one entry per sequence and mirror image.

    `target`: joints are carried along with the surface, or stay where the anchor has them; `exact`: exact numbers per chain.
    """

    def __init__(self, folders, target='carried', exact=True):
        self.rows, self.tracked, points, joints, tokens, parents, counts, plans, quarters = [], [], [], [], [], [], [], [], []
        for path in sorted(path for folder in folders for path in glob.glob(f'{folder}/*.safetensors')):
            shard, rows = load_file(path), json.load(open(path.replace('.safetensors', '.json')))
            for i, row in enumerate(rows):
                span = slice(shard['jointOffsets'][i], shard['jointOffsets'][i + 1])
                tracked = shard['tracked'][i].astype(np.float32)
                places, parent, token = shard['joints'][span], shard['parents'][span].astype(int), shard['tokens'][span].astype(int)
                if exact and shard['plan'][i][0] == 0:
                    places, parent, role, lateral = canonical(places, parent, token // 3, token % 3)
                    token = role * 3 + lateral
                if not 2 <= len(parent) <= MOST_JOINTS or not np.isfinite(tracked).all():
                    continue
                moved = [places if target == 'anchor' else carry(places, tracked[0], frame) for frame in tracked]
                for mirrored in (False, True):
                    quarter = [int(f) if mirrored else (4 - int(f)) % 4 for f in shard['facing'][i]]
                    seen = [turn_view(x, q, mirrored) for x, q in zip(moved, quarter)]
                    side = SIDE_SWAP[token % 3] if mirrored else token % 3
                    order = np.array(depth_first(parent, token // 3, side, seen[0]))
                    place = np.argsort(order)
                    pad = lambda x, fill: np.concatenate([x, np.full((MOST_JOINTS - len(x), *x.shape[1:]), fill, x.dtype)])
                    points.append([turn_points(p, q, mirrored) for p, q in zip(shard['points'][i].astype(np.float32), quarter)])
                    joints.append([pad(x[order], 0.0) for x in seen])
                    tokens.append(pad((token // 3 * 3 + side)[order], END))
                    parents.append(pad(np.where(parent[order] < 0, -1, place[np.maximum(parent[order], 0)]), -1))
                    counts.append(len(parent))
                    plans.append(np.minimum(shard['plan'][i], np.array(list(PLAN.values())) - 1))
                    quarters.append(quarter)
                    self.rows.append(row)
                    self.tracked.append([turn_view(p, q, mirrored) for p, q in zip(tracked, quarter)])
        stack = lambda x, kind: torch.from_numpy(np.stack(x)).to(kind)
        self.points, self.joints = stack(points, torch.float16), stack(joints, torch.float32)
        self.tokens, self.parents, self.plan = stack(tokens, torch.long), stack(parents, torch.long), stack(plans, torch.long)
        self.count = torch.tensor(counts)

    def batch(self, index, frame):
        """Frames of some sequences as the losses want them."""
        return dict(joints=self.joints[index, frame], tokens=self.tokens[index], parents=self.parents[index], count=self.count[index],
                    plan=self.plan[index])

    @torch.no_grad()
    def encode(self, network):
        """Contexts of the frozen encoder, and what its heads see; every second sequence also from another quarter."""
        S, T = self.points.shape[:2]
        width = network.config['width']
        self.context = torch.empty(S, T, GLOBALS + LATENTS, width, dtype=torch.float16)
        self.whole, self.facing = [], torch.zeros(S, T, dtype=torch.long)
        wholes = []
        hook = network.encoder.pooled.register_forward_hook(lambda *x: wholes.append(x[2].half()))
        for s in range(S):
            with autocast():
                self.context[s] = network.encoder(self.points[s].float())[0].half()
                quarter = int(torch.randint(1, 4, ()))
                turned = torch.from_numpy(np.stack([turn_points(p, quarter, False) for p in self.points[s].float().numpy()]))
                network.encoder(turned)
            self.facing[s] = quarter
        hook.remove()
        self.whole, self.turned = torch.stack(wholes[0::2]), torch.stack(wholes[1::2])
        del self.points


def turn_points(points, quarter, mirrored):
    return np.concatenate([turn_view(points[..., :3], quarter, mirrored), turn_view(points[..., 3:], quarter, mirrored)], -1)


class Clips:
    """Frames of clips as the losses want them."""

    def __init__(self, folders):
        data = Sequences(folders)
        device = torch.get_default_device()
        self.rows, self.tracked = data.rows, data.tracked
        for key in ('points', 'joints', 'tokens', 'parents', 'plan', 'count'):
            setattr(self, key, getattr(data, key).to(device))

    def view(self, index, frame):
        B = len(index)
        points, joints = self.points[index, frame].float(), self.joints[index, frame]
        quarter = torch.where(chance(B, 0.5), torch.zeros(B, dtype=torch.long), torch.randint(4, (B,)))
        angle = quarter * (math.pi / 2) + torch.randn(B) * math.radians(6)
        c, s, o, l = angle.cos(), angle.sin(), torch.zeros(B), torch.ones(B)
        turn = torch.stack([c, o, s, o, l, o, -s, o, c], -1).view(B, 3, 3).transpose(1, 2)
        points = torch.cat([points[..., :3] @ turn, points[..., 3:] @ turn], -1)
        joints = joints @ turn
        low, high = points[..., :3].amin(1, keepdim=True), points[..., :3].amax(1, keepdim=True)
        center, size = (low + high) / 2, (high - low).amax(2, keepdim=True)
        points = torch.cat([(points[..., :3] - center) / size, points[..., 3:]], -1)
        return dict(points=points, joints=(joints - center) / size, tokens=self.tokens[index], parents=self.parents[index],
                    count=self.count[index], plan=self.plan[index], quarter=quarter)
