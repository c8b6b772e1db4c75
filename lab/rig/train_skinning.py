"""Trains the skinning network on the shards of `npm run lab -- dataset skins`. Resumable; one process.

    python lab/rig/train_skinning.py shards/ --out run/skinning.pt --minutes 60 [--resume] [--decay 20]

Loss: cross-entropy with the artist's weights, their L1 distance, and how far points come apart under random poses.
Every two minutes the L1 of `eval skin` (its filter, vertices alone) on held-out families, beside that of the solver.
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
from safetensors.numpy import load_file

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from bodies import chance, rotation
from skinning import HOPS, SAMPLE, SkinningNetwork

SHARES = ((('quaternius', 'polygonalmind', 'mesh2motion', 'kaykit', 'khronos', 'babylon', 'gdquest'), 0.5), (('luanti',), 0.16),
          (('sample-creatures',), 0.1), (('generator',), 0.24))
EVEN = 512  # points of a row that are spread evenly; vertices follow
BATCH, POINTS = 8, 256
WEIGHTS = dict(cross=0.15, l1=1.0, moved=4.0)


def tree_hops(parents):
    """Distance of joints in the tree, [J, J], at most HOPS - 1."""
    n = len(parents)
    hops = np.full((n, n), HOPS - 1)
    np.fill_diagonal(hops, 0)
    for j in range(n):
        if parents[j] >= 0:
            hops[j, parents[j]] = hops[parents[j], j] = 1
    for k in range(n):
        hops = np.minimum(hops, hops[:, k:k + 1] + hops[k:k + 1])
    return hops


class Skins:
    """Rows of some folders of shards; a row is a rig in one pose."""

    def __init__(self, folders):
        self.rows, self.data = [], []
        for folder in folders:
            for path in sorted(glob.glob(f'{folder}/*.safetensors')):
                try:
                    shard, rows = load_file(path), json.load(open(path.replace('.safetensors', '.json')))
                except (OSError, ValueError):
                    continue  # being written
                for i, row in enumerate(rows):
                    span = slice(shard['jointOffsets'][i], shard['jointOffsets'][i + 1])
                    parents = shard['parents'][span].astype(np.int64)
                    bones = shard['bones'][span]
                    above = np.where(parents[:, None] >= 0, bones[np.maximum(parents, 0), :3], bones[:, :3])
                    item = {key: shard[key][i] for key in ('points', 'normals', 'trueJoints', 'trueWeights', 'solvedJoints', 'solvedWeights')}
                    self.data.append(dict(item, bones=np.concatenate([bones, above], 1), parents=parents, hops=tree_hops(parents)))
                    self.rows.append(row)

    def batch(self, index, points=None):
        """Rows as tensors; `points`: how many of the points behind the sample, at random."""
        rows = [self.data[i] for i in index]
        J = max(len(row['parents']) for row in rows)
        out = {key: [] for key in ('points', 'heat', 'truth', 'bones', 'parents', 'hops', 'mask')}
        for row in rows:
            total, n = len(row['points']), len(row['parents'])
            pick = np.arange(total)
            if points:
                pick = np.concatenate([np.arange(SAMPLE), np.random.permutation(np.arange(SAMPLE, total))[:points]])
            dense = lambda which: scatter(row[which + 'Joints'][pick], row[which + 'Weights'][pick], J)
            pad = lambda x, fill: np.concatenate([x, np.full((J - n, *x.shape[1:]), fill, x.dtype)])
            out['points'].append(np.concatenate([row['points'][pick].astype(np.float32), row['normals'][pick] / np.float32(127)], 1))
            out['heat'].append(dense('solved'))
            out['truth'].append(dense('true'))
            out['bones'].append(pad(row['bones'], 0.0))
            out['parents'].append(pad(row['parents'], -1))
            hops = np.full((J, J), HOPS - 1)
            hops[:n, :n] = row['hops']
            out['hops'].append(hops)
            out['mask'].append((np.arange(J) < n).astype(np.float32))
        return {key: torch.from_numpy(np.stack(value)) for key, value in out.items()}


def scatter(joints, weights, count):
    dense = np.zeros((len(joints), count), np.float32)
    np.add.at(dense, (np.arange(len(joints))[:, None], joints), weights.astype(np.float32))
    return dense / np.maximum(dense.sum(1, keepdims=True), 1e-6)


def vary(batch):
    """Mirrored, turned, stretched a little; joints a little beside their places."""
    B = len(batch['points'])
    turn = rotation(torch.stack([torch.zeros(B), torch.rand(B) * 2 * math.pi, torch.zeros(B)], -1)) @ rotation(torch.randn(B, 3) * 0.1)
    turn = turn * torch.stack([torch.where(chance(B, 0.5), -1.0, 1.0), torch.ones(B), torch.ones(B)], -1)[:, None]
    turn = turn * (torch.randn(B, 3) * 0.06).exp()[:, None]
    move = lambda x: x @ turn.transpose(1, 2)
    points, bones = batch['points'], batch['bones']
    normals = move(points[..., 3:])
    normals = normals / normals.norm(dim=-1, keepdim=True).clamp(min=1e-6) * torch.where(chance(B, 0.1), 0.0, 1.0)[:, None, None]
    shift = torch.randn(B, bones.shape[1], 3) * (chance(B, 0.3) * 0.004)[:, None, None]
    moved = torch.cat([move(bones[..., :3]) + shift, move(bones[..., 3:6]) + shift, bones[..., 6:8], move(bones[..., 8:11])], -1)
    return dict(batch, points=torch.cat([move(points[..., :3]), normals], -1), bones=moved)


def random_motion(batch):
    """Affine maps of joints [B, J, 12] under random rotations down the tree."""
    parents, start = batch['parents'], batch['bones'][..., :3]
    B, J = parents.shape
    q, g = rotation(torch.randn(B, J, 3) * 0.35), start.clone()
    rows = torch.arange(B)
    for j in range(1, J):
        p = parents[:, j].clamp(min=0)
        known = (parents[:, j] >= 0).float()[:, None]
        g[:, j] = known * (g[rows, p] + (q[rows, p] @ (start[:, j] - start[rows, p])[..., None])[..., 0]) + (1 - known) * start[:, j]
        q[:, j] = torch.where(known[..., None] > 0, q[rows, p] @ q[:, j], q[:, j])
    return torch.cat([q.flatten(2), g - (q @ start[..., None])[..., 0]], 2)


def run(network, batch):
    n = SAMPLE
    with torch.autocast(batch['points'].device.type, torch.bfloat16):
        return network(batch['points'][:, :n], batch['heat'][:, :n], batch['points'], batch['heat'], batch['bones'], batch['parents'],
                       batch['hops'], batch['mask']).float()


def losses(logs, batch, motion):
    truth, weights = batch['truth'], logs.exp()
    change = ((weights - truth) @ motion).view(*weights.shape[:2], 12)
    place = batch['points'][..., :3]
    apart = (change[..., :9].view(*weights.shape[:2], 3, 3) @ place[..., None])[..., 0] + change[..., 9:]
    return dict(cross=-(truth * logs).sum(-1).mean(), l1=(weights - truth).abs().sum(-1).mean(), moved=(apart.square().sum(-1) + 1e-8).sqrt().mean())


def filtered(weights):
    """The four largest of each row, those below 0.15 of the largest dropped, as `eval skin` does."""
    least = weights.topk(min(4, weights.shape[-1]), -1).values[..., -1:]
    kept = torch.where((weights >= least) & (weights >= 0.15 * weights.amax(-1, keepdim=True)), weights, 0.0)
    return kept / kept.sum(-1, keepdim=True).clamp(min=1e-6)


@torch.no_grad()
def validate(network, skins, index):
    """Median and mean L1 on vertices of held-out rigs, of the network and of the solver."""
    network.eval()
    ours, theirs, bare = [], [], []
    for i in index:
        batch = skins.batch([i])
        weights = run(network, batch).exp()
        vertices = slice(EVEN, None)
        error = lambda w: float((filtered(w[:, vertices]) - batch['truth'][:, vertices]).abs().sum(-1).mean())
        ours.append(error(weights))
        theirs.append(error(batch['heat'] ** 1.1))
        bare.append(skins.rows[i]['bare'])
    ours, theirs, bare = np.array(ours), np.array(theirs), np.array(bare)
    line = lambda name, keep: (f'{name}({keep.sum()}) L1 median {np.median(ours[keep]):.4f} (solver {np.median(theirs[keep]):.4f}) '
                               f'mean {ours[keep].mean():.4f} ({theirs[keep].mean():.4f}), better on {(ours < theirs)[keep].mean():.2f}')
    return [line('named', ~bare), line('bare', bare)]


def draw_lists(skins):
    parts = []
    for names, share in SHARES:
        families = {}
        for i, row in enumerate(skins.rows):
            if not row['heldOut'] and row['source'].startswith(names):
                families.setdefault(row['family'], []).append(i)
        if families:
            lists = list(families.values())
            weight = np.array([len(one) ** 0.5 for one in lists])
            parts.append((share, lists, weight / weight.sum()))
    return parts


def draw(parts, count):
    shares = np.array([part[0] for part in parts])
    chosen = []
    for which in np.random.choice(len(parts), count, p=shares / shares.sum()):
        _, lists, weight = parts[which]
        one = lists[np.random.choice(len(lists), p=weight)]
        chosen.append(one[np.random.randint(len(one))])
    return chosen


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('folders', nargs='+')
    parser.add_argument('--out', required=True)
    parser.add_argument('--minutes', type=float, default=60)
    parser.add_argument('--decay', type=float, default=0)
    parser.add_argument('--rate', type=float, default=7e-4)
    parser.add_argument('--resume', action='store_true')
    parser.add_argument('--threads', type=int, default=1)
    parser.add_argument('--seed', type=int, default=0)
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    np.random.seed(args.seed)
    torch.set_num_threads(args.threads)
    skins = Skins(args.folders)
    parts = draw_lists(skins)
    held = [i for i, row in enumerate(skins.rows) if row['heldOut'] and row['source'] != 'generator' and row['frame'] == 0][:160]
    network = SkinningNetwork()
    ema = copy.deepcopy(network).eval()
    optimizer = torch.optim.AdamW([dict(params=[p for p in network.parameters() if p.ndim > 1], weight_decay=0.03),
                                   dict(params=[p for p in network.parameters() if p.ndim <= 1], weight_decay=0)], lr=args.rate, betas=(0.9, 0.98))
    seen = 0
    if args.resume:
        saved = torch.load(args.out, weights_only=True)
        network.load_state_dict(saved['network'])
        ema.load_state_dict(saved['ema'])
        optimizer.load_state_dict(saved['optimizer'])
        seen = saved['seen']
    print(f'{sum(p.numel() for p in network.parameters()) / 1e6:.2f} M parameters, {len(skins.rows)} rows, {len(held)} held out, seen {seen}', flush=True)

    def save():
        torch.save(dict(config=network.config, network=network.state_dict(), ema=ema.state_dict(), seen=seen, optimizer=optimizer.state_dict()), args.out + '.part')
        os.replace(args.out + '.part', args.out)

    stopped = []
    signal.signal(signal.SIGTERM, lambda *_: stopped.append(True))  # ended from outside: nothing is lost
    begin = last = time.time()
    first, running, steps, told = seen, {}, 0, 0
    while not stopped and (spent := (time.time() - begin) / 60) < args.minutes:
        drawn = sorted(draw(parts, BATCH * 4), key=lambda i: len(skins.data[i]['parents']))
        for k in np.random.permutation(4):
            batch = vary(skins.batch(drawn[k * BATCH:(k + 1) * BATCH], POINTS))
            left = args.minutes - spent
            rate = args.rate * min(1, (seen - first + BATCH) / 2000)
            if args.decay and left < args.decay:
                rate *= max(0.02, left / args.decay)
            for group in optimizer.param_groups:
                group['lr'] = rate
            network.train()
            lose = losses(run(network, batch), batch, random_motion(batch))
            total = sum(WEIGHTS[key] * value for key, value in lose.items())
            optimizer.zero_grad()
            total.backward()
            torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimizer.step()
            seen += BATCH
            steps += 1
            with torch.no_grad():
                decay = min(0.998, 1 - 1 / ((seen / BATCH) / 5 + 2))
                torch._foreach_lerp_(list(ema.parameters()), list(network.parameters()), 1 - decay)
            for key, value in lose.items():
                running[key] = running.get(key, 0) + float(value.detach())
        if time.time() - last > 120:
            print(f'{spent:.1f} min, seen {seen}, {steps * BATCH / (time.time() - last):.1f}/s, rate {rate:.1e}: ' +
                  ' '.join(f'{k} {v / steps:.4f}' for k, v in running.items()), flush=True)
            if told % 3 == 0:
                for text in validate(ema, skins, held):
                    print('   ', text, flush=True)
            save()
            running, steps, last, told = {}, 0, time.time(), told + 1
    for text in validate(ema, skins, held):
        print('   ', text, flush=True)
    save()
    print('end', seen, flush=True)


if __name__ == '__main__':
    main()
