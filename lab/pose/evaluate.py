"""Completion error on rigs that training held out: what variants of the model are compared by.

METRICS.md "Pose space": positions of some joints are given, the error is the mean distance of the others in % of the
diameter; the mean over rigs. The reference is damped least squares from rest.
"""

import math

import numpy as np
import torch

from data import MOST_HANDLES, depth_of, handle_channels
from features import joint_features, structure
from kinematics import (damped_least_squares, gather, global_rotations, joint_positions, quaternion_to_matrix,
                        six_to_matrix)
from shards import SIZES, stable
from variants import Tree, finish

REFERENCE = dict(iterations=100, damping=0.02, max_step=0.5, rest_pull=0.08, distal_power=1.1)  # DLS_DEFAULTS

REFINE = dict(iterations=8, damping=0.02, max_step=0.5, distal_power=1.1)
FRAMES = 40


def pick_frames(rig, keep):
    """Up to FRAMES rows of the rig's frames, evenly from the clips of its own that `keep` takes."""
    rows = np.concatenate([np.arange(clip['start'], clip['start'] + clip['count'])
                           for clip in rig['clips'] if 'lentBy' not in clip and keep(clip)] or [np.zeros(0, int)]).astype(int)
    return rows if len(rows) <= FRAMES else rows[np.linspace(0, len(rows) - 1, FRAMES).round().astype(int)]


def choose(kind, rig, frames, rng, most):
    """Handle masks [F, J] for a rig: `leaves` or `four`; the root is given by being the origin."""
    count = rig['jointCount']
    chosen = np.zeros((frames, count), bool)
    leaves = sorted(set(range(1, count)) - set(rig['parents'].tolist()))
    for f in range(frames):
        picked = leaves if kind == 'leaves' else rng.choice(np.arange(1, count), min(4, count - 1), replace=False)
        chosen[f, list(picked)[:most]] = True
    return chosen


class Validation:
    """Frames of rigs, padded, on the device. `takes(rig)` gives the rows of a rig that are used."""

    def __init__(self, rigs, takes, device, most=120):
        self.device, self.sets = device, []
        chosen = [(rig, takes(rig)) for rig in sorted(rigs, key=lambda rig: stable(rig['file']))]
        families = {}
        for rig, rows in chosen:
            if len(rows) >= 5 and rig['jointCount'] <= SIZES[-1] and families.get(rig['family'], 0) < 2:
                families[rig['family']] = families.get(rig['family'], 0) + 1
                self.sets.append(self.prepare(rig, rows))
        self.sets = self.sets[:most]

    def prepare(self, rig, rows):
        size = next(size for size in SIZES if rig['jointCount'] <= size)
        tree = finish(Tree(rig), size)
        put = lambda x, kind: torch.as_tensor(np.asarray(x)).to(self.device, kind)[None].expand(len(rows), *np.shape(x))
        parents, rest = put(tree['parents'], torch.long), put(tree['rest'], torch.float32)
        shape = structure(parents, put(tree['count'], torch.long), put(tree['partners'], torch.long))
        bones = torch.where((parents >= 0)[..., None], rest - gather(rest, parents.clamp_min(0)), torch.zeros_like(rest))
        geometry = {key: put(tree[key], torch.float32) for key in ('radius', 'centroid', 'covariance', 'hasSkin')}
        order = tree['source'][:tree['count']]
        local = torch.eye(3, device=self.device).repeat(len(rows), size, 1, 1)
        local[:, :tree['count']] = quaternion_to_matrix(torch.as_tensor(rig['rotations'][rows][:, order]).float().to(self.device))
        body = dict(parents=parents, bones=bones, rest=rest, ancestry=shape['ancestry'].float(), mask=shape['mask'],
                    doublings=math.ceil(math.log2(depth_of(rig['parents']) + 2)))
        q = global_rotations(local, parents, body['doublings'])
        positions = joint_positions(q, bones, parents, body['ancestry'])
        rng = np.random.default_rng(stable(rig['file']))
        masks = {}
        for kind in ('leaves', 'four'):
            mask = np.zeros((len(rows), size), bool)
            mask[:, :tree['count']] = choose(kind, rig, len(rows), rng, MOST_HANDLES[size])[:, order]
            masks[kind] = torch.as_tensor(mask).to(self.device)
        features = joint_features(rest, bones, parents, shape, geometry, torch.zeros(len(rows), device=self.device))
        return dict(name=rig['name'], plan=rig['bodyPlan'], body=body, shape=shape, positions=positions, masks=masks,
                    features=features, reference={})

    @torch.no_grad()
    def run(self, model, refine=REFINE):
        """Mean over rigs, % of the diameter: {kind: {model, raw, dls, rest, ratio}}, and the ratio of every rig."""
        rows = []
        for item in self.sets:
            row = dict(name=item['name'], plan=item['plan'])
            for kind in item['masks']:
                row[kind] = self.complete(model, item, kind, refine)
            rows.append(row)
        table = {}
        for kind in ('leaves', 'four'):
            mean = {key: float(np.mean([row[kind][key] for row in rows])) for key in ('model', 'raw', 'dls', 'rest')}
            table[kind] = dict(mean, ratio=mean['model'] / mean['dls'])
        return table, rows

    def complete(self, model, item, kind, refine):
        body, chosen, positions = item['body'], item['masks'][kind], item['positions']
        told = handle_channels(chosen, positions, body['rest'])
        zeros = torch.zeros(*positions.shape[:2], 10, device=self.device)
        shape = item['shape']
        clean = model(zeros, torch.ones(len(zeros), device=self.device), told, item['features'], shape['hops'].long(),
                      shape['relations'].long(), body['mask']).float()
        value, handles = torch.topk(chosen.float(), MOST_HANDLES[chosen.shape[1]], dim=1)
        targets = gather(positions, handles)
        raw = six_to_matrix(clean[..., :6])
        poses = dict(
            raw=raw,
            model=damped_least_squares(body, handles, targets, value, start=raw, **refine),
            rest=torch.eye(3, device=self.device).expand_as(raw))
        if kind not in item['reference']:  # the same every time
            poses['dls'] = damped_least_squares(body, handles, targets, value, **REFERENCE)
        free = body['mask'] & ~chosen
        free[:, 0] = False
        error = dict(item['reference'].get(kind, {}))
        for name, local in poses.items():
            g = joint_positions(global_rotations(local, body['parents'], body['doublings']), body['bones'],
                                body['parents'], body['ancestry'])
            distance = (g - positions).norm(dim=-1) * free
            error[name] = float((distance.sum(1) / free.sum(1).clamp_min(1)).mean()) * 50
        item['reference'][kind] = dict(dls=error['dls'])
        return error
