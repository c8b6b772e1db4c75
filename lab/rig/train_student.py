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
from sprig import geometry_losses, head_losses, token_losses, weights_without
from supply import Supply
from train_skeleton import SHARES, WEIGHTS, hidden_inputs, losses, up_loss

STATIC = 0.6  # weight of artists' skeletons beside SPRig's losses


def two_views(store, clips, chosen, chosen_clips):
    """Anchors and other frames: a batch each."""
    views = []
    if len(chosen):
        views.append([view_of(store, chosen, False), view_of(store, chosen, True)])
    if len(chosen_clips):
        other = torch.randint(1, clips.points.shape[1], (len(chosen_clips),))
        views.append([clips.view(chosen_clips, torch.zeros_like(other)), clips.view(chosen_clips, other)])
    return [{key: torch.cat([one[key] for one in same]) for key in same[0]} for same in zip(*views)]


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


def static_losses(student, batch):
    """Artists' skeletons in their own style, so that what the network knows of them stays."""
    seen_xyz, seen_role, told_plan, _ = hidden_inputs(batch)
    lose, _ = losses(student, batch, (seen_xyz, seen_role, told_plan, batch['style'].clamp(min=1)))
    return {**lose, 'up': 0.4 * up_loss(student, batch, len(batch['points']) // 4)[0]}


class Examination:
    """What is told of a network while it trains: on clips and on rigs of families that it does not train on."""

    def __init__(self, clips, store, own):
        self.clips, self.store = clips, store
        self.index = torch.tensor([i for i, row in enumerate(clips.rows) if own or row['heldOut']][0::2] if clips else [])
        named = {row['name']: i for i, row in reversed(list(enumerate(store.rows))) if row['heldOut'] and row['source'] not in ('generator', 'things')}
        self.rigs = torch.tensor(sorted(named.values()))

    def __call__(self, network):
        found = measure_clips(network, self.clips, self.index) if len(self.index) else {}
        still = measure_static(network, self.store, self.rigs) if len(self.rigs) else {}
        return found.get('drift', 0.0), ' '.join(f'{k} {v:.4f}' for k, v in found.items()) + ' | at rest ' + ' '.join(f'{k} {v:.4f}' for k, v in still.items())


def parse():
    parser = argparse.ArgumentParser()
    parser.add_argument('--teacher', default='models/skeleton', help='a folder as models/skeleton, or a checkpoint')
    parser.add_argument('--start', help='a checkpoint of a student to go on from')
    parser.add_argument('--made', default='', help='folder in which folders of shards appear')
    parser.add_argument('--real', default='', help="shards of artists' rigs; without them clips alone are trained on")
    parser.add_argument('--clips', default='')
    parser.add_argument('--own', action='store_true', help='train on all clips, held out or not: adaptation to these')
    parser.add_argument('--out', required=True)
    parser.add_argument('--minutes', type=float, default=8)
    parser.add_argument('--rate', type=float, default=5e-4)
    parser.add_argument('--batch', type=int, default=256)
    parser.add_argument('--clip-batch', type=int, default=128)
    parser.add_argument('--most', type=int, default=24_000)
    parser.add_argument('--variants', type=int, default=8, help="of each artist's rig: other proportions, another rest pose")
    parser.add_argument('--workers', type=int, default=5)
    parser.add_argument('--off', default='', help='losses to switch off, as `LOSSES` names them; `geometry` for three')
    parser.add_argument('--frozen', action='store_true', help='the encoder stays as it is, as the paper has it')
    parser.add_argument('--device', default='cuda' if torch.cuda.is_available() else 'cpu')
    return parser.parse_args()


def main():
    args = parse()
    begin = time.time()
    torch.set_default_device(args.device)
    torch.manual_seed(0)
    np.random.seed(0)
    torch.backends.cuda.matmul.allow_tf32 = True
    weights = weights_without(args.off)
    teacher = load_network(args.teacher).to(args.device).eval()
    store = Store(args.most if args.real else 1)
    supply = Supply(store, teacher, args.workers, args.made)
    if args.real:
        supply.read(args.real, variants=args.variants, share=1.0)
    clips = Clips([args.clips]) if args.clips else None
    while supply.reading or (supply.making and supply.goals < 64):
        supply.look()
        time.sleep(0.05)
    print(f'{time.time() - begin:.0f} s: {store.size} bodies, {supply.goals} goals', flush=True)
    student = copy.deepcopy(teacher).train()
    if args.start:
        student.load_state_dict(load_network(args.start).state_dict())
    is_kept = lambda name: args.frozen and name.startswith('encoder.') and not name.startswith(('encoder.plan', 'encoder.facing'))
    trained = [p for name, p in student.named_parameters() if not is_kept(name)]
    ema = copy.deepcopy(student).eval()
    optimizer = torch.optim.AdamW(trained, lr=args.rate, weight_decay=0.02, betas=(0.9, 0.98))
    examine = Examination(clips, store, args.own)
    train_clips = torch.tensor([i for i, row in enumerate(clips.rows) if args.own or not row['heldOut']] if clips else [], dtype=torch.long)
    print('teacher:', examine(teacher)[1], flush=True)
    stopped = []
    signal.signal(signal.SIGTERM, lambda *_: stopped.append(True))
    chances, known = {}, -1
    steps, seen, running, counted, told, best = 0, 0, {}, 0, time.time(), float('inf')
    while not stopped and (spent := (time.time() - begin) / 60) < args.minutes:
        if steps % 10 == 0 and args.real:
            supply.look()
            if supply.goals != known:
                known, chances = supply.goals, make_chances(store)
        for group in optimizer.param_groups:
            group['lr'] = args.rate * min(1, (steps + 1) / 100) * max(0.03, math.cos(math.pi / 2 * spent / args.minutes))
        student.train()
        draw = lambda name, count: torch.multinomial(chances[name], count, replacement=True)
        with torch.no_grad():
            chosen = draw('goals', args.batch) if args.real else ()
            views = two_views(store, clips, chosen, train_clips[torch.randint(len(train_clips), (args.clip_batch,))] if len(train_clips) else ())
        lose = sprig_losses(student, views, weights)
        total = sum(weights[key] * value for key, value in lose.items())
        if args.real:
            with torch.no_grad():
                batch = vary(store, draw('all', args.batch // 2))
            static = static_losses(student, batch)
            total = total + STATIC * sum(WEIGHTS.get(key, 1.0) * value for key, value in static.items())
            lose.update({f'static {key}': value for key, value in static.items()})
        optimizer.zero_grad()
        total.backward()
        torch.nn.utils.clip_grad_norm_(trained, 1.0)
        optimizer.step()
        steps, counted, seen = steps + 1, counted + 1, seen + len(views[0]['points'])
        with torch.no_grad():
            torch._foreach_lerp_(list(ema.parameters()), [p.detach() for p in student.parameters()], 1 - min(0.998, 1 - 1 / (steps / 5 + 2)))
            for key, value in lose.items():
                running[key] = running.get(key, 0) + value.detach()
        if time.time() - told > 30:
            print(f'{spent * 60:.0f} s, {steps} steps, {seen} seen, {counted / (time.time() - told):.1f} steps/s, {store.size} bodies, {supply.goals} goals: '
                  + ' '.join(f'{k} {float(v) / counted:.3f}' for k, v in running.items()), flush=True)
            drift, text = examine(ema)
            print('   ', text, flush=True)
            running, counted, told = {}, 0, time.time()
            if drift < best:
                best = drift
                save(ema, args.out, seen)
    print('end', steps, seen, examine(ema)[1], 'best', best, flush=True)
    save(ema, args.out.replace('.pt', '-last.pt'), seen)
    supply.pool.shutdown(wait=False, cancel_futures=True)


def save(network, path, seen):
    half = lambda value: value.half() if value.is_floating_point() and value.numel() > 256 else value
    torch.save(dict(config=network.config, ema={key: half(value.detach()).cpu() for key, value in network.state_dict().items()}, seen=seen), path + '.part')
    os.replace(path + '.part', path)


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
