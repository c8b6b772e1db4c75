"""The refiner: moves joints that are roughly right to where a rigger would put them. 160 k parameters.

    python lab/rig/refiner.py shards/ --out run/refiner.pt --minutes 8 [--device cuda --batch 256]

Each joint looks at surface points around it (the 28 nearest, and 20 of the next 132), knows its role and the directions
to its parent and children, and says how far it should move. Trained on true joints moved at random, limb by limb.
"""

import argparse
import math
import os
import sys
import time

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from bodies import GROUPS, Bodies, Sampler, rows_of, vary
from skeleton import OTHER, TOKENS

NEAR, AROUND = 28, 160
# In training a random 20 of those around; else every seventh.
EVERY = torch.arange(NEAR, AROUND, 7)


class Refiner(nn.Module):
    def __init__(self, width=128):
        super().__init__()
        self.role = nn.Embedding(TOKENS, 32)
        known = 32 + 12 + 2
        self.point = nn.Sequential(nn.Linear(7, 64), nn.GELU(), nn.Linear(64, width))
        self.gate = nn.Linear(known, width)
        self.move = nn.Sequential(nn.Linear(2 * width + known, 256), nn.GELU(), nn.Linear(256, 256), nn.GELU(), nn.Linear(256, 3))
        nn.init.zeros_(self.move[-1].weight)
        nn.init.zeros_(self.move[-1].bias)

    def forward(self, points, joints, role, to_parent, to_children, has_parent, has_children, around=EVERY):
        """`points` [B, N, 6]; per joint [B, J, ...]: place, role, vector to the parent, mean vector to the children."""
        known = torch.cat([self.role(role), to_parent * 4, to_children * 4, joints, (to_parent - to_children) * 2, has_parent, has_children], -1)
        square = (joints * joints).sum(-1)[..., None] + (points[..., :3] ** 2).sum(-1)[:, None] - 2 * joints @ points[..., :3].transpose(1, 2)
        index = square.topk(AROUND, dim=-1, largest=False)[1]
        index = torch.cat([index[..., :NEAR], index[..., around.to(index.device)]], -1)
        B, J, K = index.shape
        nearby = torch.gather(points, 1, index.view(B, J * K, 1).expand(-1, -1, 6)).view(B, J, K, 6)
        offset = (nearby[..., :3] - joints[:, :, None]) * 6
        seen = self.point(torch.cat([offset, nearby[..., 3:], offset.norm(dim=-1, keepdim=True)], -1))
        seen = F.gelu(seen + self.gate(known)[:, :, None])
        return joints + 0.1 * self.move(torch.cat([seen.amax(2), seen.mean(2), known], -1))


def neighbours(joints, parents, mask):
    """Vectors to parent and children as `forward` wants them."""
    index = parents.clamp(min=0)[..., None]
    has_parent = ((parents >= 0) & mask).float()[..., None]
    to_parent = (rows_of(joints, index[..., 0]) - joints) * has_parent
    wide = index.expand(-1, -1, 3)
    total = torch.zeros_like(joints).scatter_add(1, wide, -to_parent)
    count = torch.zeros(*parents.shape, 1, device=joints.device).scatter_add(1, index, has_parent)
    return to_parent, total / count.clamp(min=1), has_parent, (count > 0).float()


def disturb(batch):
    """Errors like those of a first guess: of the whole, of each limb, of each joint."""
    joints = batch['joints']
    B, J, _ = joints.shape
    group = GROUPS.to(joints.device)[(batch['tokens'] // 3).clamp(max=len(GROUPS) - 1)]
    limb = torch.gather(torch.randn(B, 12, 3) * 0.018, 1, group[..., None].expand(-1, -1, 3))
    error = torch.randn(B, 1, 3) * 0.012 + limb + torch.randn(B, J, 3) * 0.018
    return joints + error * (0.2 + 1.4 * torch.rand(B, 1, 1))


def load(folders):
    """All of them, as `train_skeleton.py` left them prepared or from their shards."""
    bodies = [torch.load(path, weights_only=False, map_location='cpu') if os.path.exists(path := f'{folder}/prepared.pt') else Bodies([folder])
              for folder in folders]
    for one in bodies:
        one.rows = [dict(row, source='left out') if row['heldOut'] or row['whole'] == 4 else row for row in one.rows]
    return bodies


def draw_task(bodies, index, around, **options):
    """Disturbed joints with what the refiner is told of them, and where they belong."""
    batch = vary(bodies, index, **options)
    start, B = disturb(batch), len(index)
    chosen = (torch.rand(B, 14) * batch['mask'].sum(1, keepdim=True)).long()
    inputs = [rows_of(x, chosen) for x in (start, batch['tokens'], *neighbours(start, batch['parents'], batch['mask']))]
    inputs[1] = torch.where(inputs[1] // 3 == OTHER // 3, OTHER, inputs[1])
    return (batch['points'], *inputs, around), rows_of(batch['joints'], chosen)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('folders', nargs='+')
    parser.add_argument('--out', required=True)
    parser.add_argument('--minutes', type=float, default=8)
    parser.add_argument('--batch', type=int, default=32)
    parser.add_argument('--device', default='cpu')
    parser.add_argument('--threads', type=int, default=2)
    args = parser.parse_args()
    torch.manual_seed(0)
    np.random.seed(0)
    torch.set_num_threads(args.threads)
    first, *others = load(args.folders)
    torch.set_default_device(args.device)
    everything = first.join(others, args.device)
    # Real riggers' joints are what it should learn; other bodies only widen the shapes.
    sampler = Sampler(everything, ((('quaternius', 'polygonalmind', 'mesh2motion', 'kaykit', 'khronos', 'babylon', 'gdquest'), 0.7),
                                   (('sample-creatures',), 0.1), (('generator',), 0.2)))
    held = torch.tensor([i for i, row in enumerate(everything.rows) if row['heldOut'] and row['whole'] == 0 and i < len(first.rows)])
    network = Refiner()
    optimizer = torch.optim.AdamW(network.parameters(), 2e-3, weight_decay=0.01)
    error = lambda x, goal: ((x.float() - goal).pow(2).sum(-1) + 1e-6).sqrt().mean()
    begin = last = time.time()
    steps, running, best = 0, [], float('inf')
    while (spent := (time.time() - begin) / 60) < args.minutes:
        around = NEAR + torch.randperm(AROUND - NEAR)[:len(EVERY)].sort()[0]
        inputs, goal = draw_task(everything, sampler.draw(args.batch), around)
        for group in optimizer.param_groups:
            group['lr'] = 2e-3 * min(1, (steps + 1) / 50) * (0.03 + 0.97 * 0.5 * (1 + math.cos(math.pi * spent / args.minutes)))
        with torch.autocast(args.device, torch.bfloat16):
            loss = error(network(*inputs), goal)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
        steps += 1
        running.append(loss.detach())
        if time.time() - last > 20 or spent + 0.02 > args.minutes:
            text = f'refiner {spent:.1f} min, {steps * args.batch / (time.time() - begin):.0f}/s, error {float(torch.stack(running).mean()):.4f}'
            running, last = [], time.time()
            if len(held):
                with torch.no_grad():
                    pairs = [(error(inputs[1], goal), error(network(*inputs), goal)) for inputs, goal in
                             (draw_task(everything, held, EVERY, plain=True) for _ in range(8))]
                before, after = (float(torch.stack(some).mean()) for some in zip(*pairs))
                text += f', held out {before:.4f} -> {after:.4f}'
                if after < best:
                    best = after
                    torch.save(network.state_dict(), args.out)
            else:
                torch.save(network.state_dict(), args.out)
            print(text, flush=True)


if __name__ == '__main__':
    main()
