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
import math
import os
import signal
import sys
import time

import numpy as np
import torch
import torch.nn.functional as F

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from bodies import chance
from onnx_weights import load_skeleton
from sequences import Sequences, autocast
from skeleton import BINS, END, HIGH, LOW, OTHER, PLAN, bin_centers

# Every loss with its weight; `--off` sets some to 0. `parent` is the weight of parents and roles within the token losses.
LOSSES = dict(self_anchor=1.0, cross_frame=1.0, parent=5.0, direction=0.5, length=4.0, endpoints=4.0, plan=1.0, facing=1.0)
GEOMETRY = ('direction', 'length', 'endpoints')
LONGEST = 12  # edges that directions are compared of
BATCH, FRAMES = 24, 5


def weights_without(off):
    """The weights of the losses with some switched off: names with commas, `geometry` for all three of it."""
    names = [name for word in off.split(',') if word for name in (GEOMETRY if word == 'geometry' else (word,))]
    return {key: (1.0 if key == 'parent' else 0.0) if key in names else value for key, value in LOSSES.items()}


def token_losses(student, context, batch, weight):
    """Weighted cross-entropy of the teacher's tokens, given their prefix; expected places of the joints, and their mask."""
    B = len(context)
    longest = int(batch['count'].max())
    xyz, tokens, parents = (batch[key][:, :longest] for key in ('joints', 'tokens', 'parents'))
    mask = torch.arange(longest)[None] < batch['count'][:, None]
    noise = torch.where(chance(B, 0.5), 0.002 + 0.008 * torch.rand(B), torch.zeros(B))[:, None, None]
    told = torch.where(chance(B, 0.2)[:, None], torch.tensor(list(PLAN.values())), batch['plan'])
    role = torch.where(mask, tokens, OTHER)
    with autocast():
        roles, pointers, axes = student.decoder(context, told, torch.zeros(B, dtype=torch.long), xyz, xyz + torch.randn_like(xyz) * noise, role, parents)
    wanted = torch.full((B, longest + 1), -100)
    wanted[:, :longest] = torch.where(mask & (tokens // 3 != OTHER // 3), tokens, -100)
    wanted[torch.arange(B), batch['count']] = END
    pointed = torch.where(mask & (parents >= 0), parents, -100)
    logs = F.log_softmax(axes.float(), -1)
    goal = torch.softmax(-((xyz.clamp(LOW + 0.005, HIGH - 0.005)[..., None] - bin_centers(xyz.device)) / ((HIGH - LOW) / BINS)) ** 2 / 2, -1)
    place = ((goal * ((goal + 1e-9).log() - logs)).sum(-1) * mask[..., None]).sum() / mask.sum() / 3
    loss = weight * (F.cross_entropy(roles.float().flatten(0, 1), wanted.flatten()) + F.cross_entropy(pointers.float().flatten(0, 1), pointed.flatten())) / 2
    return loss + 2 * place, (logs.exp() * bin_centers(xyz.device)).sum(-1), mask


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


def head_losses(plan, facing, batch):
    lose = dict(plan=0, facing=F.cross_entropy(facing.float(), batch['quarter']))
    for logits, answer in zip(plan.float().split(list(PLAN.values()), 1), batch['plan'].unbind(1)):
        lose['plan'] = lose['plan'] + F.cross_entropy(logits, answer) / 2
    return lose


def step_losses(student, data, index, weights):
    """All losses of some sequences: their anchors and one other frame of each."""
    anchor, other = torch.zeros(len(index), dtype=torch.long), torch.randint(1, FRAMES, (len(index),))
    lose = {}
    lose['self_anchor'], _, _ = token_losses(student, data.context[index, anchor].float(), data.batch(index, anchor), weights['parent'])
    batch = data.batch(index, other)
    lose['cross_frame'], places, mask = token_losses(student, data.context[index, other].float(), batch, weights['parent'])
    lose.update(geometry_losses(places, batch['joints'][:, :mask.shape[1]], mask, batch['parents'][:, :mask.shape[1]]))
    heads = [head_losses(student.encoder.plan(seen), student.encoder.facing(seen), dict(batch, quarter=quarter))
             for frame in (anchor, other)
             for seen, quarter in ((data.whole[index, frame].float(), torch.zeros_like(frame)), (data.turned[index, frame].float(), data.facing[index, frame]))]
    return {**lose, **{key: sum(one[key] for one in heads) / len(heads) for key in ('plan', 'facing')}}


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
    parser.add_argument('--as-written', action='store_true', help='numbers of joints as the teacher wrote them')
    parser.add_argument('--threads', type=int, default=1)
    args = parser.parse_args()
    torch.manual_seed(0)
    np.random.seed(0)
    torch.set_num_threads(args.threads)
    weights = weights_without(args.off)
    teacher = load_skeleton(args.teacher)
    data = Sequences(args.folders, args.target, not args.as_written)
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
