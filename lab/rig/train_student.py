"""Trains SPRig's student for everybody: posed bodies made on the device instead of a few hundred clips.

    python lab/rig/train_student.py --teacher models/skeleton --made made/ --real bodies/ --clips sequences/ --out run/student.pt --minutes 8

In every step a batch of bodies is seen at rest and in a random pose (`posed_bodies.py`), and clips in two frames; the losses
are those of `sprig.py`. The teacher is frozen; it reads each body once, at rest, told the plan where that is known, and what
it writes gets exact numbers of joints per chain (`canonical.py`). A share of the steps keeps to artists' skeletons, in their
own style. The encoder is trained too. `made/` may still be growing: folders are read as they appear.
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

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from bodies import Sampler, vary
from measure_student import measure_clips, measure_static
from onnx_weights import load_skeleton
from posed_bodies import Store, view_of
from sequences import Clips, autocast
from skeleton import SkeletonNetwork
from sprig import LOSSES, geometry_losses, head_losses, token_losses
from supply import Supply
from train_skeleton import SHARES, WEIGHTS, hidden_inputs, losses, up_loss

STATIC = 0.6  # weight of artists' skeletons beside SPRig's losses


def two_views(store, clips, chosen, chosen_clips):
    """Anchors and other frames: a batch each."""
    views = [view_of(store, chosen, False), view_of(store, chosen, True)]
    if clips and len(chosen_clips):
        other = torch.randint(1, clips.points.shape[1], (len(chosen_clips),))
        more = [clips.view(chosen_clips, torch.zeros_like(other)), clips.view(chosen_clips, other)]
        views = [{key: torch.cat([a[key], b[key]]) for key in a} for a, b in zip(views, more)]
    return views


def sprig_losses(student, views, weights):
    anchor, other = views
    both = {key: torch.cat([anchor[key], other[key]]) for key in anchor}
    with autocast():
        context, plan, _, facing, _ = student.encoder(both['points'])
    lose, half = {}, len(anchor['points'])
    lose['self_anchor'], _, _ = token_losses(student, context[:half], anchor, weights['parent'])
    lose['cross_frame'], places, mask = token_losses(student, context[half:], other, weights['parent'])
    n = mask.shape[1]
    lose.update(geometry_losses(places, other['joints'][:, :n], mask, other['parents'][:, :n]))
    return {**lose, **head_losses(plan, facing, both)}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--teacher', default='models/skeleton', help='a folder as models/skeleton, or a checkpoint')
    parser.add_argument('--made', default='', help='folder in which folders of shards appear')
    parser.add_argument('--real', default='')
    parser.add_argument('--clips', default='')
    parser.add_argument('--out', required=True)
    parser.add_argument('--minutes', type=float, default=8)
    parser.add_argument('--rate', type=float, default=4e-4)
    parser.add_argument('--batch', type=int, default=768)
    parser.add_argument('--most', type=int, default=24_000)
    parser.add_argument('--variants', type=int, default=8, help="of each artist's rig: other proportions, another rest pose")
    parser.add_argument('--workers', type=int, default=5)
    parser.add_argument('--off', default='')
    parser.add_argument('--frozen', action='store_true', help='the encoder stays as it is, as the paper has it')
    parser.add_argument('--device', default='cuda' if torch.cuda.is_available() else 'cpu')
    args = parser.parse_args()
    begin = time.time()
    torch.set_default_device(args.device)
    torch.manual_seed(0)
    np.random.seed(0)
    torch.backends.cuda.matmul.allow_tf32 = True
    off = [name for name in args.off.split(',') if name]
    weights = {key: (1.0 if key == 'parent' else 0.0) if key in off else value for key, value in LOSSES.items()}
    teacher = load_network(args.teacher).to(args.device).eval()
    store = Store(args.most)
    supply = Supply(store, teacher, args.workers, args.made)
    if args.real:
        supply.read(args.real, variants=args.variants, share=1.0)
    clips = Clips([args.clips]) if args.clips else None
    while supply.reading or (supply.making and supply.goals < 64):
        supply.look()
        time.sleep(0.05)
    print(f'{time.time() - begin:.0f} s: {store.size} bodies, {supply.goals} goals', flush=True)
    student = copy.deepcopy(teacher).train()
    trained = [p for name, p in student.named_parameters() if not (args.frozen and name.startswith('encoder.') and not name.startswith(('encoder.plan', 'encoder.facing')))]
    ema_of = copy.deepcopy(student).eval()
    optimizer = torch.optim.AdamW(trained, lr=args.rate, weight_decay=0.02, betas=(0.9, 0.98))
    held_clips = torch.tensor([i for i, row in enumerate(clips.rows) if row['heldOut']][0::2]) if clips else torch.tensor([])
    train_clips = torch.tensor([i for i, row in enumerate(clips.rows) if not row['heldOut']]) if clips else torch.tensor([])
    held_real = torch.tensor([i for i, row in enumerate(store.rows) if row['heldOut'] and row['source'] not in ('generator', 'things')])
    first_real = {}
    held_real = torch.tensor([i for i in held_real.tolist() if first_real.setdefault(store.rows[i]['name'], i) == i])

    draw = lambda p, count: torch.multinomial(p, count, replacement=True)

    def report(network):
        texts, found = [], dict(drift=0.0)
        if len(held_clips):
            found = measure_clips(network, clips, held_clips)
            texts.append('clips ' + ' '.join(f'{k} {v:.4f}' for k, v in found.items()))
        if len(held_real):
            texts.append('static ' + ' '.join(f'{k} {v:.4f}' for k, v in measure_static(network, store, held_real).items()))
        return found['drift'], ' | '.join(texts)

    def save(network, path):
        state = {key: value.detach().half().cpu() if value.is_floating_point() and value.numel() > 256 else value.detach().cpu() for key, value in network.state_dict().items()}
        torch.save(dict(config=network.config, ema=state, seen=seen), path + '.part')
        os.replace(path + '.part', path)

    print('teacher:', report(teacher)[1], flush=True)
    stopped = []
    signal.signal(signal.SIGTERM, lambda *_: stopped.append(True))
    chances, sizes = {}, -1
    steps, seen, running, counted, last, told_at, best = 0, 0, {}, 0, time.time(), time.time(), float('inf')
    while not stopped and (spent := (time.time() - begin) / 60) < args.minutes:
        if steps % 10 == 0:
            supply.look()
            if supply.goals != sizes:
                sizes = supply.goals
                chances = make_chances(store)
        rate = args.rate * min(1, (steps + 1) / 100) * max(0.03, math.cos(math.pi / 2 * spent / args.minutes))
        for group in optimizer.param_groups:
            group['lr'] = rate
        student.train()
        chosen = draw(chances['goals'], args.batch)
        chosen_clips = train_clips[torch.randint(len(train_clips), (args.batch // 5,))] if len(train_clips) else train_clips
        with torch.no_grad():
            views = two_views(store, clips, chosen, chosen_clips)
        lose = sprig_losses(student, views, weights)
        total = sum(weights[key] * value for key, value in lose.items())
        with torch.no_grad():
            batch = vary(store, draw(chances['all'], args.batch // 2))
        seen_xyz, seen_role, told_plan, _ = hidden_inputs(batch)
        static, score = losses(student, batch, (seen_xyz, seen_role, told_plan, batch['style'].clamp(min=1)))
        total = total + STATIC * (sum(WEIGHTS[key] * value for key, value in static.items()) + 0.4 * up_loss(student, batch, args.batch // 8)[0])
        optimizer.zero_grad()
        total.backward()
        torch.nn.utils.clip_grad_norm_(trained, 1.0)
        optimizer.step()
        steps, counted, seen = steps + 1, counted + 1, seen + len(views[0]['points'])
        with torch.no_grad():
            torch._foreach_lerp_(list(ema_of.parameters()), [p.detach() for p in student.parameters()], 1 - min(0.998, 1 - 1 / (steps / 5 + 2)))
        if steps % 5 == 0:
            for key, value in [*lose.items(), *(('static ' + k, v) for k, v in static.items()), ('%role', score['role'])]:
                running[key] = running.get(key, 0) + float(value.detach())
        if time.time() - told_at > 20:
            told_at = time.time()
            many = max(1, counted // 5)
            print(f'{spent * 60:.0f} s, {steps} steps, {seen} seen, {counted * len(views[0]["points"]) / (time.time() - last):.0f}/s, {store.size} bodies, {supply.goals} goals: '
                  + ' '.join(f'{k} {v / many:.3f}' for k, v in running.items()), flush=True)
            drift, text = report(ema_of)
            print('   ', text, flush=True)
            running, counted, last = {}, 0, time.time()
            if drift < best:
                best = drift
                save(ema_of, args.out)
    drift, text = report(ema_of)
    print('end', steps, seen, text, 'best', best, flush=True)
    save(ema_of, args.out.replace('.pt', '-last.pt'))
    supply.pool.shutdown(wait=False, cancel_futures=True)


def load_network(path):
    if os.path.isdir(path):
        return load_skeleton(path)
    saved = torch.load(path, map_location='cpu', weights_only=True)
    network = SkeletonNetwork(**saved['config'])
    network.load_state_dict(saved['ema'])
    return network


def make_chances(store):
    """How often each body is drawn: of those with a goal, and of all that training may see."""
    has = store.goal_count[:store.size].cpu().numpy() > 0
    out = {}
    for name in ('goals', 'all'):
        rows = [dict(row, source='left out' if row['heldOut'] or (name == 'goals' and not has[i]) else row['source']) for i, row in enumerate(store.rows)]
        listed = argparse.Namespace(rows=rows, tokens=store.tokens[:store.size], count=store.count[:store.size], points=store.points[:0])
        out[name] = Sampler(listed, SHARES).chances
    return out


if __name__ == '__main__':
    main()
