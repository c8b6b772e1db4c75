"""SPRig for skin weights: trains the skinning network on posed rigs, then a student whose weights are the same in every pose.

    python lab/rig/sprig_skinning.py shards/ --out run/skinning.pt --minutes 8 [--watch more/] [--off entropy,prior] [--ablate]

A row of the shards is a rig in one pose; rows of a sequence follow each other, its anchor first, with the same points. The
teacher sees every row with the artist's weights. Then it is frozen, and the student (a copy) gives each frame what the
teacher gives the anchor: SPRig, section 5. Formulas of the losses are in `sprig_losses`, their weights in `LOSSES`; what came
out: lab/notes/rig-sprig.md
"""

import argparse
import copy
import math
import os
import sys
import time

import numpy as np
import torch

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from onnx_weights import load_skinning
from posed_skins import POINTS, WINDOW, Skins
from skinning import LEAST_HEAT, SAMPLE, SkinningNetwork
from train_skinning import EVEN, WEIGHTS, filtered, losses, random_motion, run, vary

# Every loss with its weight; `--off` sets some to 0.
LOSSES = dict(symmetric=1.0, l1=4.0, anchor=4.0, entropy=0.005, prior=0.02)
SUPPORT, RESIDUAL = 4, 0.05  # joints of a point that count in full, and what the others count
DECAY = 12.0  # of the proximity prior, per longest side


def support_mask(teacher, mask):
    """1 for the strongest joints of each point, little for other real joints, 0 for padding."""
    k = min(SUPPORT, teacher.shape[-1])
    strong = torch.zeros_like(teacher).scatter(-1, teacher.topk(k, -1).indices, 1.0)
    return torch.where(strong > 0, 1.0, RESIDUAL) * mask[:, None]


def renormalise(weights, mask, epsilon=1e-6):
    kept = weights * mask
    return kept / (kept.sum(-1, keepdim=True) + epsilon)


def proximity(batch):
    """Weights that fall off with the distance to each bone. [B, N, J]"""
    start, axis = batch['bones'][:, None, :, :3], (batch['bones'][..., 3:6] - batch['bones'][..., :3])[:, None]
    away = batch['points'][..., None, :3] - start
    along = ((away * axis).sum(-1) / (axis * axis).sum(-1).clamp(min=1e-8)).clamp(0, 1)
    distance = (away - along[..., None] * axis).norm(dim=-1)
    return torch.softmax(-DECAY * distance + (batch['mask'] - 1)[:, None] * 1e4, -1)


def sprig_losses(teacher, frames, batches):
    """SPRig's losses. `teacher` [B, N, J]: its weights on the anchor; `frames`: log weights of the student, the anchor's first."""
    mask = support_mask(teacher, batches[0]['mask'])
    mean = lambda x: (x * mask).sum() / mask.sum()
    truth = renormalise(teacher, mask)
    lose = dict(symmetric=0.0, l1=0.0, entropy=0.0, prior=0.0)
    near = sum(proximity(batch) for batch in batches) / len(batches)
    for t, logs in enumerate(frames):
        weights = logs.exp()
        own = renormalise(weights, mask)
        ratio = (truth + 1e-6).log() - (own + 1e-6).log()
        lose['symmetric'] = lose['symmetric'] + mean((truth - own) * ratio) / len(frames)  # both Kullback-Leibler divergences
        lose['l1'] = lose['l1'] + mean((truth - own).abs()) / len(frames)
        lose['entropy'] = lose['entropy'] - (weights * logs.clamp(min=-20)).sum(-1).mean() / len(frames)
        lose['prior'] = lose['prior'] + (weights - near).abs().sum(-1).mean() / len(frames)
        if t == 0:
            lose['anchor'] = mean((truth - own).abs())
    return lose


@torch.no_grad()
def measure(network, skins, anchors, share):
    """Medians and means over sequences (share 0 is the solver alone): L1 to the artist's weights at rest and posed, change from frame to frame, motion error."""
    network.eval()
    torch.manual_seed(5)
    found = {key: [] for key in ('rest', 'posed', 'temporal', 'motion')}
    for start in anchors.tolist():
        pick = torch.arange(EVEN, EVEN + 512)[None]
        before = None
        for t in range(WINDOW):
            batch = skins.batch(torch.tensor([start + t]), pick)
            weights, truth = filtered(mixed(network, batch, share)[:, SAMPLE:].exp()), batch['truth'][:, SAMPLE:]
            found['rest' if t == 0 else 'posed'].append(float((weights - truth).abs().sum(-1).mean()))
            if before is not None:
                found['temporal'].append(float((weights - before).abs().sum(-1).mean()))
            before = weights
            if t == 0:
                change = ((weights - truth) @ random_motion(batch)).view(1, -1, 12)
                place = batch['points'][:, SAMPLE:, :3]
                apart = (change[..., :9].view(1, -1, 3, 3) @ place[..., None])[..., 0] + change[..., 9:]
                found['motion'].append(100 * float(apart.norm(dim=-1).mean()))
    torch.seed()
    return ' '.join(f'{key} {np.median(value):.4f} ({np.mean(value):.4f})' for key, value in found.items())


def mixed(network, batch, share):
    """Log weights as they are applied: a share of the network's step away from the solver's."""
    solved = 1.1 * (batch['heat'] + LEAST_HEAT).log() + (batch['mask'] - 1)[:, None] * 1e4
    return torch.log_softmax(share * run(network, batch) + (1 - share) * solved if share else solved, -1)


def train_teacher(network, skins, minutes, size, rate, told):
    """The artist's weights in every pose. The averaged network."""
    ema = copy.deepcopy(network).eval()
    optimizer = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=0.02, betas=(0.9, 0.98))
    begin = last = time.time()
    steps, running, counted = 0, {}, 0
    while (spent := (time.time() - begin) / 60) < minutes:
        if steps % 20 == 0:
            skins.look()
        for group in optimizer.param_groups:
            group['lr'] = rate * min(1, (steps + 1) / 100) * max(0.03, math.cos(math.pi / 2 * spent / minutes))
        network.train()
        with torch.no_grad():
            batch = vary(skins.batch(torch.multinomial(skins.chance, size, replacement=True)))
            motion = random_motion(batch)
        lose = losses(run(network, batch), batch, motion)
        total = sum(WEIGHTS[key] * value for key, value in lose.items())
        step(optimizer, network, total)
        steps, counted = steps + 1, counted + 1
        average(ema, network, steps)
        running = {key: running.get(key, 0) + value.detach() for key, value in lose.items()}
        if time.time() - last > 30:
            print(f'{spent * 60:.0f} s, {steps} steps, {counted * size / (time.time() - last):.0f}/s, {len(skins.rows)} rows: '
                  + ' '.join(f'{k} {float(v) / counted:.4f}' for k, v in running.items()), flush=True)
            print('   ', told(ema), flush=True)
            running, counted, last = {}, 0, time.time()
    return ema, steps * size


def train_student(teacher, skins, minutes, size, rate, weights, share, most=10 ** 9):
    """The teacher's weights on the anchor, in every frame. The averaged student."""
    student = copy.deepcopy(teacher).train()
    ema = copy.deepcopy(teacher).eval()
    optimizer = torch.optim.AdamW(student.parameters(), lr=rate, weight_decay=0.01, betas=(0.9, 0.98))
    begin, steps, running = time.time(), 0, {}
    while (spent := (time.time() - begin) / 60) < minutes and steps < most:
        for group in optimizer.param_groups:
            group['lr'] = rate * min(1, (steps + 1) / 50) * max(0.03, math.cos(math.pi / 2 * max(spent / minutes, steps / most)))
        with torch.no_grad():
            anchors = skins.anchor_index[torch.multinomial(skins.chance_of_anchor, size, replacement=True)]
            pick = torch.rand(size, skins.data['points'].shape[1] - SAMPLE).argsort(1)[:, :POINTS] + SAMPLE
            batches = [skins.batch(anchors + t, pick) for t in range(WINDOW)]
            truth = mixed(teacher, batches[0], share).exp()
        lose = sprig_losses(truth, [mixed(student, batch, share) for batch in batches], batches)
        step(optimizer, student, sum(weights[key] * value for key, value in lose.items()))
        steps += 1
        average(ema, student, steps)
        running = {key: 0.95 * running.get(key, value.detach()) + 0.05 * value.detach() for key, value in lose.items()}
    print(f'    {steps} steps: ' + ' '.join(f'{k} {float(v):.4f}' for k, v in running.items()), flush=True)
    return ema, steps


def step(optimizer, network, total):
    optimizer.zero_grad()
    total.backward()
    torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
    optimizer.step()


def average(ema, network, steps):
    with torch.no_grad():
        torch._foreach_lerp_(list(ema.parameters()), [p.detach() for p in network.parameters()], 1 - min(0.998, 1 - 1 / (steps / 5 + 2)))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('folders', nargs='+')
    parser.add_argument('--out', required=True)
    parser.add_argument('--minutes', type=float, default=8)
    parser.add_argument('--share-of-teacher', type=float, default=0.55)
    parser.add_argument('--share-of-student', type=float, default=0.2, help='what is left goes to the ablation')
    parser.add_argument('--teacher', help='a folder as models/skinning, or a checkpoint, to start from')
    parser.add_argument('--share', type=float, default=0.4, help='of the correction that is applied, as the export has it')
    parser.add_argument('--rate', type=float, default=1e-3)
    parser.add_argument('--batch', type=int, default=96)
    parser.add_argument('--first', type=int, default=600, help='rows to wait for')
    parser.add_argument('--off', default='', help='losses to switch off, by name')
    parser.add_argument('--ablate', action='store_true', help='students without each loss')
    parser.add_argument('--workers', type=int, default=2)
    parser.add_argument('--device', default='cuda' if torch.cuda.is_available() else 'cpu')
    args = parser.parse_args()
    begin = time.time()
    torch.set_default_device(args.device)
    torch.manual_seed(0)
    np.random.seed(0)
    skins = Skins(args.workers, args.folders)
    while len(skins.rows) < args.first and time.time() - begin < 120:
        skins.look()
        time.sleep(0.2)
    off = {name for name in args.off.split(',') if name}
    weights = {key: 0.0 if key in off else value for key, value in LOSSES.items()}
    network = SkinningNetwork()
    if args.teacher:
        is_folder = os.path.isdir(args.teacher)
        network.load_state_dict(load_skinning(args.teacher).state_dict() if is_folder else torch.load(args.teacher, map_location='cpu', weights_only=True)['ema'])
    held = lambda: torch.tensor([a for a in skins.anchors if skins.rows[a]['heldOut'] and skins.rows[a]['source'] != 'generator'][:40])
    print(f'{sum(p.numel() for p in network.parameters()) / 1e6:.2f} M parameters, {len(skins.rows)} rows after {time.time() - begin:.0f} s', flush=True)
    examine = lambda one, share: measure(one, skins, held(), share)
    print('solver :', examine(network, 0), flush=True)
    teacher, seen = network.eval(), 0
    if args.share_of_teacher:
        teacher, seen = train_teacher(network, skins, args.minutes * args.share_of_teacher, args.batch, args.rate, lambda one: examine(one, args.share))
    print(f'{len(skins.rows)} rows, {len(skins.anchors)} sequences', flush=True)
    print('solver :', examine(teacher, 0), flush=True)
    print('teacher:', examine(teacher, args.share), flush=True)
    size = max(4, args.batch // 3)
    student, steps = train_student(teacher, skins, args.minutes * args.share_of_student, size, args.rate / 3, weights, args.share)
    print('student:', examine(student, args.share), flush=True)
    half = lambda net: {key: v.detach().half().cpu() if v.is_floating_point() and v.numel() > 256 else v.detach().cpu() for key, v in net.state_dict().items()}
    torch.save(dict(config=teacher.config, seen=seen, ema=half(student), teacher=half(teacher)), args.out)
    if not args.ablate:
        return
    left = args.minutes - (time.time() - begin) / 60
    for name in ('none', *LOSSES):
        one, count = train_student(teacher, skins, left / (len(LOSSES) + 1) * 0.9, size, args.rate / 3, {key: 0.0 if key == name else v for key, v in weights.items()}, args.share)
        print(f'without {name} ({count} steps):', examine(one, args.share), flush=True)


if __name__ == '__main__':
    main()
