"""Trains the pose model. Resumable, seeded; one process, one GPU (or a CPU for a smoke test).

    python lab/pose/train.py shards --out run --seconds 1200

Two things are learnt in one network: to remove noise at any level (what sampling needs), and to complete a pose from
handles in one step from nothing (what a drag needs: time 1, state zero). Losses are on the state, on joint positions by
forward kinematics, on global rotations, on the handles, on the agreement of predicted positions with kinematics, and
on spheres of skin that enter each other at low noise.
"""

import argparse
import copy
import json
import math
import os
import sys
import time

import numpy as np
import torch

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from data import MOST_HANDLES, Bucket, draw_pool
from evaluate import Validation, pick_frames
from kinematics import (POSITION_SCALE, damped_least_squares, gather, global_rotations, joint_positions, rotate,
                        six_to_matrix)
from model import PoseModel
from shards import SIZES, hold_out, make_groups, read_rigs

BATCH = {24: 1024, 48: 512, 80: 256}
POOL = 8  # batches drawn at a time
REUSE = 2  # times a pool is gone through, each time with new noise
RECIPES = {
    'shape': [frozenset({'shape'})],
    'mix': [frozenset({'shape'}), frozenset({'mix'}), frozenset({'mix', 'shape'})],
    'graft': [frozenset({'shape'}), frozenset({'graft'}), frozenset({'graft', 'shape'})],
    'all': [frozenset({'shape'}), frozenset({'mix', 'shape'}), frozenset({'graft'}), frozenset({'graft', 'shape'})],
}


def losses(model, pool, doublings, options, physics):
    """Mean loss and its parts over a batch. `physics` ramps the losses on positions up from 0 to 1."""
    x0, mask = pool['state'], pool['mask']
    batch, device = len(x0), x0.device
    weight = mask.float() / mask.sum(1, keepdim=True)
    given = pool['chosen'].any(1)
    complete = given & (torch.rand(batch, device=device) < options['complete'])
    t = torch.where(complete, torch.ones(batch, device=device), torch.rand(batch, device=device) * 0.996 + 0.002)
    angle = t[:, None, None] * (math.pi / 2)
    noisy = angle.cos() * x0 + angle.sin() * torch.randn_like(x0)
    noisy = torch.where(complete[:, None, None], torch.zeros_like(noisy), noisy)
    with torch.autocast(device.type, torch.bfloat16, enabled=device.type == 'cuda', cache_enabled=False):
        clean = model(noisy, t, pool['handles'], pool['features'], pool['hops'], pool['relations'], mask)
    clean = clean.float()
    average = lambda per_joint: (per_joint * weight).sum(1)
    square = (clean - x0).pow(2)
    rotation, place = average(square[..., :6].mean(-1)), average(square[..., 7:].mean(-1))
    local, ancestry = six_to_matrix(clean[..., :6]), pool['ancestry'].float()
    q = global_rotations(local, pool['parents'], doublings)
    g = joint_positions(q, pool['bones'], pool['parents'], ancestry)
    error = (g - pool['positions']).pow(2).sum(-1)
    # Completion is judged by distance, not by its square; for noise removal the mean pose is what is wanted.
    far = average((error + 1e-4).sqrt())
    if options['refine'] > 0:
        rig = dict(parents=pool['parents'], bones=pool['bones'], ancestry=ancestry, doublings=doublings)
        refined = (meet_handles(rig, pool, local, options['refine']) - pool['positions']).pow(2).sum(-1)
        met = average((refined + 1e-4).sqrt())
        far = 0.25 * far + met
    distance = torch.where(complete, far * options['distance'], average(error) * 20)
    on_handles = (error * pool['chosen']).sum(1) / pool['chosen'].sum(1).clamp_min(1)
    turned = average((q - pool['q']).pow(2).sum((-1, -2)))
    agree = average((clean[..., 7:] * POSITION_SCALE + pool['rest'] - g).pow(2).sum(-1))
    total = rotation + place + 0.1 * square[:, 0, 6] + physics * (distance + 10 * on_handles + 0.1 * turned + 10 * agree)
    if options['collision'] > 0:
        total = total + physics * options['collision'] * (t < 0.35) * collision(pool, q, g)
    return total.mean(), torch.stack([rotation.mean(), average(error.sqrt()).mean() * 50,
                                      (average(error.sqrt()) * complete).sum() / complete.sum().clamp_min(1) * 50])


def meet_handles(rig, pool, local, iterations):
    """Where the joints are once a few steps of least squares have brought the handles near: what a solver will do."""
    value, handles = torch.topk(pool['chosen'].float(), MOST_HANDLES[local.shape[1]], dim=1)
    local = damped_least_squares(rig, handles, gather(pool['positions'], handles), value, start=local,
                                 iterations=iterations, damping=0.05, distal_power=1.1, turns=18)
    q = global_rotations(local, rig['parents'], rig['doublings'])
    return joint_positions(q, rig['bones'], rig['parents'], rig['ancestry'])


def collision(pool, q, g):
    """How much deeper than in the true pose and at rest the skin spheres of joints far apart in the tree overlap."""
    reach = 0.8 * (pool['radius'][:, :, None] + pool['radius'][:, None])

    def overlap(centres):
        between = (centres[:, :, None] - centres[:, None]).pow(2).sum(-1)
        return (reach - (between + 1e-8).sqrt()).clamp_min(0)

    posed = overlap(g + rotate(q, pool['centroid']))
    allowed = torch.maximum(overlap(pool['positions'] + rotate(pool['q'], pool['centroid'])),
                            overlap(pool['rest'] + pool['centroid']))
    far = (pool['hops'] > 2) & pool['mask'][:, :, None] & pool['mask'][:, None] & (reach > 0)
    return ((posed - allowed).clamp_min(0) * far).pow(2).sum((1, 2)) / pool['mask'].sum(1)


class Trainer:
    def __init__(self, buckets, model, options, device):
        self.buckets, self.model, self.options, self.device = buckets, model, options, device
        self.ema = copy.deepcopy(model).eval().requires_grad_(False)
        self.cuda = device.type == 'cuda'
        self.rate = torch.zeros((), device=device)
        self.physics, self.decay = torch.zeros((), device=device), torch.zeros((), device=device)
        extra = dict(fused=True, capturable=True) if self.cuda else {}
        self.parameters = list(model.parameters())
        self.optimizer = torch.optim.AdamW(self.parameters, lr=self.rate if self.cuda else 1e-3, betas=(0.9, 0.99),
                                           weight_decay=0.02, **extra)
        self.metrics = torch.zeros(len(buckets), 3, device=device)
        self.pools, self.inputs, self.graphs, self.left = [None] * len(buckets), [None] * len(buckets), {}, [0] * len(buckets)
        self.steps = 0

    def batch_size(self, b):
        return max(4, int(BATCH[self.buckets[b].size] * self.options['batch']))

    def refill(self, b):
        """The next batch of bucket b, in the tensors that the step reads."""
        batch = self.batch_size(b)
        if self.left[b] == 0:
            self.pools[b] = draw_pool(self.buckets[b], batch * POOL, self.options)
            self.left[b] = POOL * REUSE
        self.left[b] -= 1
        start = self.left[b] % POOL * batch
        part = {key: value[start:start + batch] for key, value in self.pools[b].items()}
        part['hops'], part['relations'] = part['hops'].long(), part['relations'].long()
        if self.inputs[b] is None:
            self.inputs[b] = {key: value.clone() for key, value in part.items()}
        else:
            for key, value in part.items():
                self.inputs[b][key].copy_(value)

    def learn(self, b):
        self.optimizer.zero_grad(set_to_none=not self.cuda)
        loss, parts = losses(self.model, self.inputs[b], self.buckets[b].doublings, self.options, self.physics)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.parameters, 1.0, error_if_nonfinite=False, foreach=self.cuda or None)
        self.optimizer.step()
        with torch.no_grad():
            for slow, fast in zip(self.ema.parameters(), self.parameters):
                slow.lerp_(fast, 1 - self.decay)
            self.metrics[b].copy_(parts)

    def capture(self):
        """One CUDA graph per bucket: the step is hundreds of small kernels."""
        for p in self.parameters:
            p.grad = torch.zeros_like(p)
        for b in range(len(self.buckets)):
            self.refill(b)
        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            for b in range(len(self.buckets)):
                for _ in range(3):
                    self.learn(b)
        torch.cuda.current_stream().wait_stream(stream)
        for b in range(len(self.buckets)):
            self.graphs[b] = torch.cuda.CUDAGraph()
            with torch.cuda.graph(self.graphs[b]):
                self.learn(b)

    def step(self, b, progress):
        warm = min(1, (self.steps + 1) / 300)
        cosine = 0.5 + 0.5 * math.cos(math.pi * min(1, max(0, (progress - 0.3) / 0.7)))
        self.rate.fill_(self.options['rate'] * warm * max(cosine, 0.01))
        self.physics.fill_(min(1, self.steps / 1500))
        self.decay.fill_(min(self.options['ema'], (self.steps + 1) / (self.steps + 20)))
        if not self.cuda:
            for group in self.optimizer.param_groups:
                group['lr'] = float(self.rate)
        self.refill(b)
        if b in self.graphs:
            self.graphs[b].replay()
        else:
            self.learn(b)
        self.steps += 1

    def save(self, path, config, card):
        small = {key: value.half() for key, value in self.ema.state_dict().items()}
        for name, content in (
            (path, dict(config=config, card=card, ema=small)),  # what export reads, and what may be carried elsewhere
            (path + '.resume', dict(model=self.model.state_dict(), ema=self.ema.state_dict(), steps=self.steps,
                                    optimizer=self.optimizer.state_dict())),
        ):
            torch.save(content, name + '.part')
            os.replace(name + '.part', name)

    def load(self, path):
        """Goes on from a `.resume` file, or from the weights alone of a small one."""
        saved = torch.load(path, map_location=self.device, weights_only=True)
        self.ema.load_state_dict(saved['ema'])
        self.model.load_state_dict(saved.get('model', saved['ema']))
        if 'optimizer' in saved:
            self.optimizer.load_state_dict(saved['optimizer'])
            for group in self.optimizer.param_groups:
                group['lr'] = self.rate if self.cuda else 1e-3
        self.steps = saved.get('steps', 0)


def parse():
    parser = argparse.ArgumentParser()
    parser.add_argument('shards')
    parser.add_argument('--out', default='run')
    parser.add_argument('--name', default='pose')
    parser.add_argument('--seconds', type=float, default=60)
    parser.add_argument('--total', type=float, default=0, help='seconds of the whole schedule; default --seconds')
    parser.add_argument('--done', type=float, default=0, help='seconds of the schedule already trained')
    parser.add_argument('--resume', default='')
    parser.add_argument('--seed', type=int, default=0)
    parser.add_argument('--batch', type=float, default=1)
    parser.add_argument('--rate', type=float, default=5e-4)
    parser.add_argument('--ema', type=float, default=0.999)
    parser.add_argument('--width', type=int, default=256)
    parser.add_argument('--layers', type=int, default=6)
    parser.add_argument('--depth', type=int, default=2)
    parser.add_argument('--recipe', default='all', choices=RECIPES)
    parser.add_argument('--variants', type=int, default=48, help='variants per group')
    parser.add_argument('--plain', type=float, default=0.3, help='share of rigs as they are')
    parser.add_argument('--synthetic', type=float, default=0.08)
    parser.add_argument('--handles', type=float, default=0.75, help='share of examples with handles')
    parser.add_argument('--complete', type=float, default=0.6, help='share of those that are completed in one step')
    parser.add_argument('--distance', type=float, default=4)
    parser.add_argument('--collision', type=float, default=2)
    parser.add_argument('--refine', type=int, default=2, help='least-squares iterations that completions are judged after')
    parser.add_argument('--without', nargs='*', default=[], help='sources that are measured only: posespace, our own, is one')
    parser.add_argument('--own', type=float, default=0.5, help='how much procedural creatures count against real ones')
    parser.add_argument('--far', type=int, default=0, help='1 holds out families unlike all others')
    parser.add_argument('--amplitude', type=float, default=0.25, help='share of poses brought nearer to rest')
    parser.add_argument('--waves', type=float, default=0.2, help='share of bodies whose long chains bend in waves')
    parser.add_argument('--snakes', type=float, default=0.4, help='the same for bodies that are chains for the most part')
    parser.add_argument('--bent', type=float, default=0.3, help='share of bodies whose long chains rest in waves')
    parser.add_argument('--everything', type=int, default=0, help='1 trains on the held-out families too')
    parser.add_argument('--workers', type=int, default=os.cpu_count())
    return parser.parse_args()


def main():
    args = parse()
    os.makedirs(args.out, exist_ok=True)
    device = torch.device('cuda' if torch.cuda.is_available() else 'cpu')
    torch.manual_seed(args.seed)
    torch.set_float32_matmul_precision('high')
    log = lambda *words: print(f'[{args.name}]', *words, flush=True)
    rigs = read_rigs(args.shards)
    families, held = hold_out(rigs, args.far)
    if args.everything:
        families = set()
    groups = make_groups([rig for rig in rigs if rig['source'] not in args.without], families, held, args.own)
    buckets = []
    for size, below in zip(SIZES, (0, *SIZES)):
        inside = [group for group in groups if below < group['rigs'][0]['jointCount'] <= size]
        if inside:
            buckets.append(Bucket(inside, size, device, RECIPES[args.recipe], args.variants, args.seed, args.workers))
    log(len(rigs), 'rigs', len(groups), 'groups', sum(len(group['heights']) for group in groups), 'frames;',
        'variants', [len(bucket.variants['count']) for bucket in buckets], 'held out', len(families), len(held))
    unseen = Validation([rig for rig in rigs if rig['family'] in families],
                        lambda rig: pick_frames(rig, lambda clip: True), device)
    seen = Validation([rig for rig in rigs if rig['family'] not in families],
                      lambda rig: pick_frames(rig, lambda clip: (rig['family'], clip['name']) in held), device)
    model = PoseModel(width=args.width, layers=args.layers, depth=args.depth).to(device)
    trainer = Trainer(buckets, model, vars(args), device)
    if args.resume:
        trainer.load(args.resume)
    if trainer.cuda:
        torch._dynamo.config.recompile_limit = 64  # every block at every size
        for block in [*model.encoder.blocks, *model.step.blocks]:
            block.compile(dynamic=False)
        trainer.capture()
    log('ready', sum(p.numel() for p in model.parameters()), 'parameters')
    shares = np.array([bucket.weight * bucket.size ** 0.5 for bucket in buckets])
    order = np.random.default_rng(args.seed + trainer.steps)
    total, began, first = args.total or args.seconds, time.time(), trainer.steps
    card = dict(steps=0, arguments={k: v for k, v in vars(args).items() if k not in ('shards', 'out', 'resume')},
                families=sorted({group['family'] for group in groups}), heldOutFamilies=sorted(families),
                heldOutClips=sorted(f'{a}/{b}' for a, b in held))

    def report():
        results = {}
        for label, validation in (('unseen', unseen), ('seen', seen)):
            if validation.sets:
                table, rows = validation.run(trainer.ema)
                results[label] = dict(table=table, rows=rows)
                log(label, len(rows), 'rigs', {kind: {k: round(v, 3) for k, v in row.items()} for kind, row in table.items()})
        return results

    checked = began
    while (spent := time.time() - began) < args.seconds:
        for _ in range(10):
            trainer.step(int(order.choice(len(buckets), p=shares / shares.sum())), (args.done + spent) / total)
        if trainer.cuda and trainer.steps % 100 == 0:
            torch.cuda.synchronize()
        if time.time() - checked > max(60, args.seconds / 4):
            log(f'{spent:.0f} s, step {trainer.steps}', trainer.metrics.cpu().numpy().round(3).tolist())
            report()
            trainer.save(f'{args.out}/{args.name}.pt', model.config, card)
            checked = time.time()
    log(f'{trainer.steps - first} steps, {1000 * (time.time() - began) / max(1, trainer.steps - first):.1f} ms each',
        trainer.metrics.cpu().numpy().round(3).tolist())
    results = report()
    card['steps'] = trainer.steps
    card['minutes'] = round((args.done + args.seconds) / 60, 1)
    card['device'] = torch.cuda.get_device_name() if trainer.cuda else 'CPU'
    trainer.save(f'{args.out}/{args.name}.pt', model.config, card)
    with open(f'{args.out}/{args.name}.json', 'w') as file:
        json.dump(results, file)


if __name__ == '__main__':
    main()
