"""Trains the skeleton network on a GPU (or, slowly, a CPU), in runs of a few minutes that each go on where the last one stopped.

    python lab/rig/write/train.py real/ new/ --watch made/ --out run/ --minutes 8
    python lab/rig/write/train.py real/ new/ --watch made/ --out more/ --minutes 7 --state run/ --decay 6

Bodies lie on the device; folders of shards that appear in `--watch` are added. A batch is looked up, varied and learned
without the host waiting, in half precision but for the weights that the optimiser moves. `--out` gets the state (the averaged weights in half
precision and what the optimiser knows, in parts of 15 MB), `log.txt` and `figures.json`.
Losses: roles, parents and coordinates (weight 2), the plan, up, heading, and what part of the body each latent's seed is on.
"""

import argparse
import copy
import glob
import json
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor

import numpy as np
import torch
import torch.nn.functional as F

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from bodies import Bodies, Sampler, group_of
from measure import measure_written
from skeleton import BINS, DETAILS, END, HEADINGS, HIGH, LOW, OTHER, PLAN, TOKENS, SkeletonNetwork, bin_centers
from state_parts import put_squares, put_weights, read_state, save_state
from vary import gather, tables_on, vary

SHARES = {'stylised': 0.24, 'realistic animals': 0.14, 'realistic people': 0.08, 'people': 0.06, 'sample-creatures': 0.03,
          'generator': 0.27, 'things': 0.10, 'parts': 0.08}
BUCKETS = (32, 48, 64)  # lengths that sequences are padded to
LAID = 8  # one body of so many is also laid on a side
POOL = 4  # batches that are varied at once and sorted by length
WEIGHTS = dict(role=1.0, parent=2.0, place=2.0, plan=1.0, heading=0.4, part=0.5, up=0.4)
AXES = torch.tensor([[0, 1, 0], [0, -1, 0], [1, 0, 0], [-1, 0, 0], [0, 0, 1], [0, 0, -1]]).float()
# How much the plans of artists' rigs count once they have been seen often: they are few, and are remembered.
KNOWN_PLANS = 0.4


def list_rotations():
    """Of each up direction four rotations of +Y onto it, turned about it by quarters. [6, 4, 3, 3]"""
    side = torch.where(AXES[:, :1].abs() > 0.5, torch.tensor([0.0, 1.0, 0.0]), torch.tensor([1.0, 0.0, 0.0]))
    third = torch.cross(side, AXES, dim=1)
    x = torch.stack([side, third, -side, -third], 1)
    up = AXES[:, None].expand(-1, 4, -1)
    return torch.stack([x, up, torch.cross(x, up, dim=2)], 3)


def hide(batch, sizes):
    """What the decoder is shown: a noisy skeleton, sometimes without roles or plan."""
    tokens = batch['tokens']
    B, device = len(tokens), tokens.device
    draw = lambda *shape: torch.rand(*shape, device=device)
    noise = torch.where(draw(B) < 0.5, 0.003 + 0.013 * draw(B), 0.0)[:, None, None]
    role = torch.where((draw(B) < 0.12)[:, None], OTHER, tokens)
    told = batch['told'] & (draw(B) >= 0.25)
    plan = torch.where(told[:, None] & (draw(B, len(PLAN)) >= 0.1), batch['plan'], sizes)
    return batch['joints'] + torch.randn_like(batch['joints']) * noise, role, plan


def show(batch):
    """The same for figures: nothing is hidden but the plan."""
    sizes = torch.tensor(list(PLAN.values()), device=batch['tokens'].device)
    return batch['joints'], batch['tokens'], sizes.expand(len(batch['tokens']), -1)


def decode_losses(network, context, batch, hidden, smoothing):
    """Losses of what is written, and how many roles are right."""
    seen_xyz, seen_role, plan = hidden
    tokens, mask, upward = batch['tokens'], batch['mask'], batch['parents']
    roles, parents, axes = network.decoder(context, plan, batch['detail'], batch['joints'], seen_xyz, seen_role, upward)
    B, J = tokens.shape
    n = mask.sum(1)
    at = torch.arange(J + 1, device=tokens.device)
    target = F.pad(torch.where(mask, tokens, -100), (0, 1), value=-100)
    target = torch.where(at == n[:, None], END, target)
    # What is no body has no joints to write.
    target = torch.where((n > 0)[:, None], target, -100)
    role = F.cross_entropy(roles.float().flatten(0, 1), target.flatten(), label_smoothing=smoothing)
    parent = F.cross_entropy(parents.float().flatten(0, 1), torch.where(mask & (upward >= 0), upward, -100).flatten())
    goal = -((batch['joints'].clamp(LOW + 0.005, HIGH - 0.005)[..., None] - bin_centers(tokens.device)) / ((HIGH - LOW) / BINS)) ** 2 / 2
    goal, axes = torch.log_softmax(goal, -1), F.log_softmax(axes.float(), -1)
    place = ((goal.exp() * (goal - axes)).sum((-1, -2)) * mask).sum() / mask.sum().clamp(min=1) / 3
    right = ((roles[:, :J].argmax(-1) == tokens) & mask).sum() / mask.sum().clamp(min=1)
    return role, parent, place, right


def head_losses(answers, batch, known_plans):
    """Losses of the answers about the whole, and how many of them are right."""
    _, plan, _, facing, part = answers
    told, body, B = batch['told'], batch['body'].float(), len(batch['told'])
    weight = told * torch.where(batch['endless'], 1.0, known_plans)
    total, right = 0.0, []
    for k, (name, logits) in enumerate(zip(PLAN, plan.float().split(list(PLAN.values()), 1))):
        each = F.cross_entropy(logits, batch['plan'][:, k], reduction='none', label_smoothing=0.03)
        total = total + (each * (weight if name == 'whole' else weight * body)).sum() / B
        right.append(logits.argmax(1) == batch['plan'][:, k])
    right = torch.stack(right, 1)
    # A heading between two directions is both.
    at = torch.arange(HEADINGS, device=told.device) * (2 * torch.pi / HEADINGS)
    goal = torch.softmax(torch.cos(batch['heading'][:, None] - at) * 30, 1)
    logs = F.log_softmax(facing.float(), 1)
    heading = -((goal * logs).sum(1) * body).sum() / B
    near = torch.cos(at[logs.argmax(1)] - batch['heading']) > 0.9  # within 25 degrees
    part = F.cross_entropy(part.float().flatten(0, 1), batch['parts'].flatten(), reduction='sum') / (batch['parts'] >= 0).sum().clamp(min=1)
    share = lambda x, among: (x & among).sum() / among.sum().clamp(min=1)
    return total, heading, part, dict(plan=share(right[:, :4].all(1), told), fingers=share(right[:, 8], told & batch['body']),
                                      whole=share(right[:, 0], told), heading=share(near, batch['body']))


def lay(points, count, rotations):
    """The first bodies laid on any side, and which one."""
    axis = torch.randint(6, (count,), device=points.device)
    turn = rotations[axis, torch.randint(4, (count,), device=points.device)].transpose(1, 2)
    return torch.cat([points[:count, :, :3] @ turn, points[:count, :, 3:] @ turn], -1), axis


class Masters:
    """The weights in full precision, which the optimiser moves; the network that computes has them in half precision."""

    def __init__(self, network, rate):
        self.working = list(network.parameters())
        self.weights = [p.detach().clone().requires_grad_() for p in self.working]
        groups = [dict(params=[w for w in self.weights if w.ndim > 1], weight_decay=0.03), dict(params=[w for w in self.weights if w.ndim <= 1], weight_decay=0)]
        on_gpu = self.working[0].is_cuda
        self.optimizer = torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.98), fused=on_gpu, capturable=on_gpu)
        for p in self.working if on_gpu else ():
            p.data = p.data.bfloat16()

    @torch.no_grad()
    def step(self):
        for weight, p in zip(self.weights, self.working):
            weight.grad, p.grad = p.grad.float(), None
        torch.nn.utils.clip_grad_norm_(self.weights, 1.0, foreach=True)
        self.optimizer.step()
        torch._foreach_copy_([p.data for p in self.working], self.weights)


class Trainer:
    def __init__(self, network):
        self.network, device = network, next(network.parameters()).device
        self.sizes, self.rotations = torch.tensor(list(PLAN.values()), device=device), list_rotations().to(device)

    def losses(self, batch, known_plans=1.0, smoothing=0.03, hidden=None):
        B, laying = len(batch['points']), max(1, len(batch['points']) // LAID)
        laid, axis = lay(batch['points'], laying, self.rotations)
        answers = self.network.encoder(torch.cat([batch['points'], laid]))
        lose, score = {}, {}
        lose['role'], lose['parent'], lose['place'], score['role'] = decode_losses(
            self.network, answers[0][:B], batch, hidden or hide(batch, self.sizes), smoothing)
        whole = tuple(answer[:B] for answer in answers)
        lose['plan'], lose['heading'], lose['part'], scores = head_losses(whole, batch, known_plans)
        body = batch['body'][:laying].float()
        up = answers[2][B:].float()
        lose['up'] = (F.cross_entropy(up, axis, reduction='none') * body).sum() / body.sum().clamp(min=1)
        score['up'] = ((up.argmax(1) == axis) * body).sum() / body.sum().clamp(min=1)
        return lose, {**score, **scores}


class Learner:
    """Steps of learning; on a GPU one graph for each length, so that the host launches it and is done."""

    def __init__(self, trainer, masters, known_plans, graphed):
        self.trainer, self.masters, self.known_plans, self.graphed, self.graphs = trainer, masters, known_plans, graphed, {}

    def learn(self, batch):
        lose, score = self.trainer.losses(batch, self.known_plans)
        sum(WEIGHTS[key] * value for key, value in lose.items()).backward()
        self.masters.step()
        self.names = [*lose, *('%' + key for key in score)]
        return torch.stack([value.detach().float() for value in (*lose.values(), *score.values())])

    def __call__(self, batch):
        if not self.graphed:
            return self.learn(batch)
        length = batch['tokens'].shape[1]
        if length not in self.graphs:
            kept = {key: value.clone() for key, value in batch.items()}
            stream = torch.cuda.Stream()
            stream.wait_stream(torch.cuda.current_stream())
            with torch.cuda.stream(stream):
                for _ in range(2):
                    self.learn(kept)
            torch.cuda.current_stream().wait_stream(stream)
            graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graph):
                figures = self.learn(kept)
            self.graphs[length] = graph, kept, figures
        graph, kept, figures = self.graphs[length]
        for key, value in kept.items():
            value.copy_(batch[key])
        graph.replay()
        return figures


def cut(batch, longest):
    return {key: value[:, :longest] if key in ('joints', 'tokens', 'parents', 'mask') else value for key, value in batch.items()}


def prepare(folder):
    """One folder of shards, in a process of its own."""
    torch.set_num_threads(1)
    bodies = Bodies([folder], lambda row: row['whole'] > 0 or row['counts'] is not None)
    torch.save(bodies, f'{folder}/prepared.pt')
    return f'{folder}/prepared.pt'


class Growing:
    """Bodies of some folders, and of those that appear in another one."""

    def __init__(self, folders, watched, device, workers, first):
        self.pool, self.watched, self.device = ProcessPoolExecutor(workers), watched, device
        self.asked, self.bodies, self.sampler = set(folders), None, None
        self.waiting = [self.pool.submit(prepare, folder) for folder in folders]
        self.take(all_of_them=True)
        while watched and len(self.asked) < first + len(folders):
            self.look()
            time.sleep(0.1)
        self.take(all_of_them=True)

    def look(self):
        for path in sorted(glob.glob(f'{self.watched}/*/index.json')) if self.watched else ():
            if (folder := os.path.dirname(path)) not in self.asked and not os.path.basename(folder).startswith('.'):
                self.asked.add(folder)
                self.waiting.append(self.pool.submit(prepare, folder))

    def take(self, all_of_them=False):
        self.look()
        ready = [one for one in self.waiting if all_of_them or one.done()]
        if len(ready) < (1 if all_of_them else 8):
            return
        self.waiting = [one for one in self.waiting if one not in ready]
        loaded = [torch.load(one.result(), weights_only=False, map_location='cpu') for one in ready]
        self.bodies = self.bodies.join(loaded, self.device) if self.bodies else loaded[0].join(loaded[1:], self.device)
        self.sampler = Sampler(self.bodies, SHARES)


SETS = {'stylised': ('stylised',), 'animals': ('realistic animals',), 'people': ('realistic people',), 'kinds': ('generator',), 'parts': ('parts',), 'things': ('things',)}


def held_out_sets(bodies, tables):
    sets = {}
    for name, groups in SETS.items():
        chosen = [i for i, row in enumerate(bodies.rows) if row['heldOut'] and group_of(row) in groups][:96]
        if len(chosen) > 1:
            sets[name] = vary(gather(bodies, torch.tensor(chosen, device=bodies.points.device), plain=True, detail='own'), tables, plain=True)
    return sets


@torch.no_grad()
def validate(network, sets):
    network.eval()
    texts, plain = {}, Trainer(network)
    for name, batch in sets.items():
        lose, score = plain.losses(batch, smoothing=0, hidden=show(batch))
        texts[name] = {**{k: round(float(v), 3) for k, v in lose.items()}, **{'%' + k: round(float(v), 3) for k, v in score.items()}}
    return texts


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('folders', nargs='+')
    parser.add_argument('--out', required=True)
    parser.add_argument('--watch')
    parser.add_argument('--first', type=int, default=8, help='folders of --watch to wait for')
    parser.add_argument('--state', help='a folder that an earlier run wrote: go on from there')
    parser.add_argument('--minutes', type=float, default=8)
    parser.add_argument('--decay', type=float, default=0, help='minutes at the end over which the rate falls to nothing')
    parser.add_argument('--rate', type=float, default=1e-3)
    parser.add_argument('--batch', type=int, default=1024)
    parser.add_argument('--warm', type=int, default=300, help='steps of a rising rate')
    parser.add_argument('--told', type=float, default=60, help='seconds between figures')
    parser.add_argument('--device', default='cuda')
    parser.add_argument('--graphs', action='store_true', help='capture the steps as graphs of the GPU')
    parser.add_argument('--workers', type=int, default=2)
    parser.add_argument('--seed', type=int, default=0)
    parser.add_argument('--size', type=int, nargs=3, default=(384, 4, 5), help='width, encoder layers, decoder layers')
    args = parser.parse_args()
    begin = time.time()
    torch.manual_seed(args.seed)
    np.random.seed(args.seed)
    os.makedirs(args.out, exist_ok=True)
    log = open(f'{args.out}/log.txt', 'w')

    def say(*words):
        print(*words, flush=True)
        print(*words, file=log, flush=True)

    torch.set_float32_matmul_precision('high')
    data = Growing(args.folders, args.watch, args.device, args.workers, args.first)
    tables = tables_on(args.device)
    sets = held_out_sets(data.bodies, tables)
    width, encoder_layers, decoder_layers = args.size
    network = SkeletonNetwork(width, 6, encoder_layers, decoder_layers).to(args.device)
    rate = torch.tensor(0.0, device=args.device)
    saved = read_state(args.state) if args.state else None
    seen, minutes = put_weights(saved, network) if saved else (0, 0.0)
    ema = copy.deepcopy(network).eval().requires_grad_(False)
    masters, averages = Masters(network, rate), list(ema.parameters())
    if saved:
        put_squares(saved, masters.optimizer)
    say(f'{sum(p.numel() for p in averages) / 1e6:.2f} M parameters, {len(data.bodies.rows)} bodies, held out '
        f'{ {name: len(some["told"]) for name, some in sets.items()} }, seen {seen}, {time.time() - begin:.0f} s')
    known_plans = torch.tensor(1.0, device=args.device)
    trainer = Trainer(network)
    learner = Learner(trainer, masters, known_plans, args.graphs)
    running, steps, done, last, started = 0, 0, 0, time.time(), seen
    while (spent := (time.time() - begin) / 60) < args.minutes:
        data.take()
        pool = vary(gather(data.bodies, data.sampler.draw(args.batch * POOL)), tables)
        lengths = pool['mask'].sum(1)
        order = (lengths + torch.randn(len(lengths), device=args.device) * 1.5).argsort().view(POOL, args.batch)
        longest = torch.stack([lengths[rows].amax() for rows in order]).tolist()
        network.train()
        for k in np.random.permutation(POOL):
            left = args.minutes - (time.time() - begin) / 60
            falls = max(0.01, left / args.decay) if args.decay and left < args.decay else 1.0
            rate.fill_(args.rate * min(1, (done + 1) / args.warm) * falls)
            known_plans.fill_(max(KNOWN_PLANS, 1 - seen / 3e6))
            length = next(b for b in BUCKETS if b >= longest[k])
            running = running + learner(cut({key: value[order[k]] for key, value in pool.items()}, length))
            with torch.no_grad():
                torch._foreach_lerp_(averages, masters.weights, 1 - min(0.998, 1 - 1 / (done / 5 + 2)))
            seen, steps, done = seen + args.batch, steps + 1, done + 1
        if done in (POOL, 3 * POOL) or time.time() - last > args.told:
            said = ' '.join(f'{k} {v / steps:.3f}' for k, v in zip(learner.names, running.tolist()))
            say(f'{spent:.1f} min, seen {seen}, {steps * args.batch / (time.time() - last):.0f}/s, {len(data.bodies.rows)} bodies, rate {float(rate):.1e}: {said}')
            if time.time() - last > args.told:
                for name, figures in validate(ema, sets).items():
                    say('   ', name, ' '.join(f'{k} {v}' for k, v in figures.items()))
            running, steps, last = 0, 0, time.time()
    minutes += (time.time() - begin) / 60
    save_state(args.out, ema, masters.optimizer, dict(config=network.config, seen=seen, minutes=minutes))
    figures = dict(losses=validate(ema, sets), written={name: measure_written(ema, sets[name]) for name in ('stylised', 'animals', 'people') if name in sets},
                   seen=seen, minutes=minutes, rate=(seen - started) / (time.time() - begin))
    say(json.dumps(figures, indent=1))
    json.dump(figures, open(f'{args.out}/figures.json', 'w'))
    data.pool.shutdown(cancel_futures=True)


if __name__ == '__main__':
    main()
