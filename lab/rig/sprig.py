"""SPRig: fine-tunes the skeleton network so that it gives a moving body the same skeleton in every frame.

    npm run lab -- dataset sequences creatures/ --creatures 3 --generated 160 -o sequences/
    python lab/rig/sprig.py sequences/ --teacher models/skeleton --out run/student.pt --minutes 20 [--off geometry,parent]

The teacher is frozen and reads the anchor alone (the dataset holds what it says). The student starts as its copy; its point
encoder is frozen, so the latents of all frames are computed once. It learns to write the teacher's anchor skeleton from every
frame: the same roles, parents and order, joints carried along with the surface around them (`--target anchor`: joints of the
anchor's pose, as the paper has it). The heads that read plan and facing learn the anchor's answers. Formulas: SPRig, sections
4.2 and 4.3; what came out: lab/notes/rig-sprig.md
"""

import argparse
import copy
import glob
import json
import math
import os
import signal
import sys
import time

import numpy as np
import torch
import torch.nn.functional as F
from safetensors.numpy import load_file

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from bodies import SIDE_SWAP, chance, depth_first
from onnx_weights import load_skeleton
from skeleton import BINS, END, GLOBALS, HIGH, LOW, MOST_JOINTS, OTHER, PLAN, SkeletonNetwork, bin_centers

# Every loss with its weight; `--off` sets some to 0. `parent` is the weight of parents and roles within the token losses.
LOSSES = dict(self_anchor=1.0, cross_frame=1.0, parent=5.0, direction=0.5, length=4.0, endpoints=4.0, plan=0.5, facing=0.5)
GEOMETRY = ('direction', 'length', 'endpoints')
LONGEST = 12  # edges that directions are compared of
BATCH, FRAMES = 24, 5


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
    """Sequences as tensors, joints in the order in which they are written, one entry per sequence and mirror image."""

    def __init__(self, folders, target):
        self.rows, points, joints, tokens, parents, counts, plans, quarters = [], [], [], [], [], [], [], []
        for path in sorted(path for folder in folders for path in glob.glob(f'{folder}/*.safetensors')):
            shard, rows = load_file(path), json.load(open(path.replace('.safetensors', '.json')))
            for i, row in enumerate(rows):
                span = slice(shard['jointOffsets'][i], shard['jointOffsets'][i + 1])
                tracked = shard['tracked'][i].astype(np.float32)
                places, parent, token = shard['joints'][span], shard['parents'][span].astype(int), shard['tokens'][span].astype(int)
                if len(parent) > MOST_JOINTS or not np.isfinite(tracked).all():
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
        stack = lambda x, kind: torch.from_numpy(np.stack(x)).to(kind)
        self.points, self.joints = stack(points, torch.float16), stack(joints, torch.float32)
        self.tokens, self.parents, self.plan = stack(tokens, torch.long), stack(parents, torch.long), stack(plans, torch.long)
        self.count = torch.tensor(counts)

    @torch.no_grad()
    def encode(self, network):
        """Contexts of the frozen encoder, and what its heads see; every second sequence also from another quarter."""
        S, T = self.points.shape[:2]
        width = network.config['width']
        self.context = torch.empty(S, T, GLOBALS + 64, width, dtype=torch.float16)
        self.whole, self.facing = [], torch.zeros(S, T, dtype=torch.long)
        wholes = []
        hook = network.encoder.pooled.register_forward_hook(lambda *x: wholes.append(x[2].half()))
        for s in range(S):
            with torch.autocast('cpu', torch.bfloat16):
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


def token_losses(student, data, index, frame, weight):
    """Weighted cross-entropy of the teacher's tokens, given their prefix; expected places of the joints."""
    B = len(index)
    longest = int(data.count[index].max())
    xyz, tokens, parents = data.joints[index, frame, :longest], data.tokens[index, :longest], data.parents[index, :longest]
    mask = torch.arange(longest)[None] < data.count[index][:, None]
    noise = torch.where(chance(B, 0.5), 0.002 + 0.008 * torch.rand(B), torch.zeros(B))[:, None, None]
    sizes = torch.tensor(list(PLAN.values()))
    told = torch.where(chance(B, 0.2)[:, None], sizes, data.plan[index])
    role = torch.where(mask, tokens, OTHER)
    with torch.autocast('cpu', torch.bfloat16):
        roles, pointers, axes = student.decoder(data.context[index, frame].float(), told, torch.zeros(B, dtype=torch.long), xyz,
                                                xyz + torch.randn_like(xyz) * noise, role, parents)
    wanted = torch.full((B, longest + 1), -100)
    wanted[:, :longest] = torch.where(mask & (tokens // 3 != OTHER // 3), tokens, -100)
    wanted[torch.arange(B), data.count[index]] = END
    pointed = mask & (parents >= 0)
    logs = F.log_softmax(axes.float(), -1)
    goal = torch.softmax(-((xyz.clamp(LOW + 0.005, HIGH - 0.005)[..., None] - bin_centers()) / ((HIGH - LOW) / BINS)) ** 2 / 2, -1)
    place = (goal * ((goal + 1e-9).log() - logs)).sum(-1)[mask].sum() / mask.sum() / 3
    loss = weight * (F.cross_entropy(roles.float().flatten(0, 1), wanted.flatten()) + F.cross_entropy(pointers.float()[pointed], parents[pointed])) / 2
    return loss + 2 * place, (logs.exp() * bin_centers()).sum(-1), mask, parents


def align(x, goal, mask):
    """Rigid alignment of joints [B, J, 3] about their centroids: principal axes of both coincide where joints do."""
    weight = mask.float()[..., None] / mask.sum(1)[:, None, None]
    a, b = (x * weight).sum(1, keepdim=True), (goal * weight).sum(1, keepdim=True)
    u, _, v = torch.linalg.svd(((x - a) * weight).transpose(1, 2).detach() @ (goal - b).detach())
    flip = torch.diag_embed(torch.stack([torch.ones(len(x)), torch.ones(len(x)), torch.sign(torch.det(u @ v))], -1))
    return (x - a) @ (u @ flip @ v) + b


def geometry_losses(x, goal, mask, parents):
    """Directions of the longest bones, lengths in order, joints and midpoints: nothing depends on the order of joints."""
    x = align(x, goal, mask)
    has = (mask & (parents >= 0)).float()
    bone = lambda p: p - torch.gather(p, 1, parents.clamp(min=0)[..., None].expand_as(p))
    a, b = bone(x), bone(goal)
    la, lb = ((v.square().sum(-1) + 1e-8).sqrt() * has for v in (a, b))
    k = min(LONGEST, la.shape[1])
    top = lambda v, l: F.normalize(torch.gather(v, 1, l.topk(k, 1).indices[..., None].expand(-1, -1, 3)), dim=-1)
    cosine = 1 - (top(a, la) @ top(b, lb).transpose(1, 2)).abs()
    ends = lambda p, v: torch.cat([p, p - v / 2], 1)
    far = (1 - torch.cat([mask.float(), has], 1)) * 10
    distance = torch.cdist(ends(x, a), ends(goal, b)) + far[:, None]
    real = torch.cat([mask.float(), has], 1)
    return dict(direction=(cosine.amin(2).mean() + cosine.amin(1).mean()) / 2,
                length=(la.sort(1).values - lb.sort(1).values).abs().sum() / has.sum(),
                endpoints=(distance.amin(2) * real).sum() / real.sum())


def head_losses(student, data, index, frame):
    lose = dict(plan=0, facing=0)
    for whole, quarter in ((data.whole, None), (data.turned, data.facing)):
        seen = whole[index, frame].float()
        for logits, answer in zip(student.encoder.plan(seen).split(list(PLAN.values()), 1), data.plan[index].unbind(1)):
            lose['plan'] = lose['plan'] + F.cross_entropy(logits, answer) / 2
        goal = torch.zeros(len(index), dtype=torch.long) if quarter is None else quarter[index, frame]
        lose['facing'] = lose['facing'] + F.cross_entropy(student.encoder.facing(seen), goal) / 2
    return lose


def step_losses(student, data, index, weights):
    anchor, other = torch.zeros(len(index), dtype=torch.long), torch.randint(1, FRAMES, (len(index),))
    lose = {}
    lose['self_anchor'], at_anchor, mask, parents = token_losses(student, data, index, anchor, weights['parent'])
    lose['cross_frame'], elsewhere, _, _ = token_losses(student, data, index, other, weights['parent'])
    lose.update(geometry_losses(elsewhere, data.joints[index, anchor, :mask.shape[1]], mask, parents))
    for key, value in head_losses(student, data, index, other).items():
        lose[key] = (value + head_losses(student, data, index, anchor)[key]) / 2
    return lose


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('folders', nargs='+')
    parser.add_argument('--teacher', default='models/skeleton')
    parser.add_argument('--out', required=True)
    parser.add_argument('--minutes', type=float, default=20)
    parser.add_argument('--steps', type=int, default=10 ** 9, help='most steps, for runs that are to be compared')
    parser.add_argument('--rate', type=float, default=2e-4)
    parser.add_argument('--off', default='', help='losses to switch off, by name; `geometry` for all three')
    parser.add_argument('--target', choices=('carried', 'anchor'), default='carried')
    parser.add_argument('--threads', type=int, default=1)
    args = parser.parse_args()
    torch.manual_seed(0)
    np.random.seed(0)
    torch.set_num_threads(args.threads)
    off = [name for word in args.off.split(',') if word for name in (GEOMETRY if word == 'geometry' else (word,))]
    weights = {key: (1.0 if key == 'parent' else 0.0) if key in off else value for key, value in LOSSES.items()}
    teacher = load_skeleton(args.teacher)
    data = Sequences(args.folders, args.target)
    begin = time.time()
    data.encode(teacher)
    student = copy.deepcopy(teacher).train()
    trained = [*student.decoder.parameters(), *student.encoder.plan.parameters(), *student.encoder.facing.parameters()]
    ema = [p.detach().clone() for p in trained]
    optimizer = torch.optim.AdamW(trained, lr=args.rate, weight_decay=0.01, betas=(0.9, 0.98))
    held = torch.tensor([i for i, row in enumerate(data.rows) if row['heldOut']])
    train = torch.tensor([i for i, row in enumerate(data.rows) if not row['heldOut']])
    batch = min(BATCH, max(4, len(train)))
    print(f'{len(train)} sequences, {len(held)} held out, encoded in {time.time() - begin:.0f} s; {weights}', flush=True)

    def validate():
        if len(held) == 0:
            return ''
        student.eval()
        torch.manual_seed(1)
        with torch.no_grad():
            lose = step_losses(student, data, held[:64], weights)
        student.train()
        return ' | held out ' + ' '.join(f'{k} {float(v):.4f}' for k, v in lose.items())

    def save():
        whole = copy.deepcopy(student)
        for p, e in zip([*whole.decoder.parameters(), *whole.encoder.plan.parameters(), *whole.encoder.facing.parameters()], ema):
            p.data.copy_(e)
        torch.save(dict(config=whole.config, ema=whole.state_dict(), seen=steps * batch), args.out + '.part')
        os.replace(args.out + '.part', args.out)

    stopped = []
    signal.signal(signal.SIGTERM, lambda *_: stopped.append(True))
    begin = last = time.time()
    steps, running, counted = 0, {}, 0
    while not stopped and steps < args.steps and (spent := (time.time() - begin) / 60) < args.minutes:
        done = max(spent / args.minutes, steps / args.steps)
        rate = args.rate * min(1, (steps + 1) / 20) * max(0.05, math.cos(math.pi / 2 * done))
        for group in optimizer.param_groups:
            group['lr'] = rate
        index = train[torch.randint(len(train), (batch,))]
        lose = step_losses(student, data, index, weights)
        total = sum(weights[key] * value for key, value in lose.items())
        optimizer.zero_grad()
        total.backward()
        torch.nn.utils.clip_grad_norm_(trained, 1.0)
        optimizer.step()
        steps, counted = steps + 1, counted + 1
        with torch.no_grad():
            torch._foreach_lerp_(ema, trained, 1 - min(0.995, 1 - 1 / (steps / 5 + 2)))
        for key, value in lose.items():
            running[key] = running.get(key, 0) + float(value.detach())
        if time.time() - last > 60:
            print(f'{spent:.1f} min, {steps} steps: ' + ' '.join(f'{k} {v / counted:.4f}' for k, v in running.items()) + validate(), flush=True)
            running, counted, last = {}, 0, time.time()
            save()
    save()
    print('end', steps, validate(), flush=True)


if __name__ == '__main__':
    main()
