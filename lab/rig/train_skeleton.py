"""Trains the skeleton network. Resumable; on a CPU with two threads, or on a GPU.

    python lab/rig/train_skeleton.py shards/ more-shards/ --out run/skeleton.pt --minutes 60 [--resume] [--decay 20]
    python lab/rig/train_skeleton.py real/ --watch bodies/ --start models/skeleton --device cuda --batch 512 --rate 1e-3 ...

The rate stays constant until the last `--decay` minutes, so that a run can go on where another one stopped. Losses:
roles, parents and coordinates (weight 2), the plan, up and facing, and what part of the body each latent's seed is on.
`--watch`: folders of shards that appear in it while training goes on. `--start`: from the weights of a checkpoint or an
exported network.
Beside `--out`, `-best` has the weights of the lowest loss on held-out artists' rigs.
"""

import argparse
import copy
import glob
import math
import os
import signal
import sys
import time
from concurrent.futures import ProcessPoolExecutor

import numpy as np
import torch
import torch.nn.functional as F

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from bodies import Bodies, Sampler, chance, vary
from skeleton import BINS, END, HIGH, LOW, OTHER, PLAN, TOKENS, SkeletonNetwork, bin_centers

SHARES = ((('quaternius', 'polygonalmind', 'mesh2motion', 'kaykit', 'khronos', 'babylon', 'gdquest'), 0.28),
          (('sample-creatures',), 0.05), (('generator',), 0.45), (('things',), 0.22))
POOL = 4
AXES = torch.tensor([[0, 1, 0], [0, -1, 0], [1, 0, 0], [-1, 0, 0], [0, 0, 1], [0, 0, -1]]).float()


def rotations_to(axis):
    """Of each up direction [B] a rotation of +Y onto it, turned about it by quarters at random."""
    up = AXES.to(axis.device)[axis]
    side = torch.where((up[:, :1].abs() > 0.5), torch.tensor([0.0, 1.0, 0.0]), torch.tensor([1.0, 0.0, 0.0]))
    third = torch.cross(side, up, dim=1)
    quarter = torch.randint(4, (len(axis),))[:, None]
    x = torch.where(quarter == 0, side, torch.where(quarter == 1, third, torch.where(quarter == 2, -side, -third)))
    return torch.stack([x, up, torch.cross(x, up, dim=1)], 2)


def hidden_inputs(batch):
    """What the decoder is shown: a noisy skeleton, sometimes without roles, plan or style."""
    B = len(batch['points'])
    noise = torch.where(chance(B, 0.5), 0.003 + 0.013 * torch.rand(B), torch.zeros(B))[:, None, None]
    role = torch.where(chance(B, 0.12)[:, None], OTHER, batch['tokens'])
    role = torch.where(batch['tokens'] // 3 == OTHER // 3, OTHER, role)
    sizes = torch.tensor(list(PLAN.values()))
    told = batch['told'] & ~chance(B, 0.25)
    plan = torch.where(told[:, None] & ~(torch.rand(B, len(PLAN)) < 0.1), batch['plan'], sizes)
    return batch['joints'] + torch.randn_like(batch['joints']) * noise, role, plan, torch.where(chance(B, 0.4), 0, batch['style'])


def losses(network, batch, hidden, smoothing=0.03):
    seen_xyz, seen_role, told_plan, style = hidden
    with torch.autocast(batch['points'].device.type, torch.bfloat16):
        context, plan, _, facing, part = network.encoder(batch['points'])
        roles, parents, axes = network.decoder(context, told_plan, style, batch['joints'], seen_xyz, seen_role, batch['parents'])
    mask, tokens = batch['mask'], batch['tokens']
    B, J = tokens.shape
    other = tokens // 3 == OTHER // 3
    target = torch.full((B, J + 1), -100)
    target[:, :J] = torch.where(mask & ~other, tokens, -100)
    target[torch.arange(B), mask.sum(1)] = END
    lose = {}
    lose['role'] = F.cross_entropy(roles.float().flatten(0, 1), target.flatten(), label_smoothing=smoothing)
    pointed = mask & (batch['parents'] >= 0)
    lose['parent'] = F.cross_entropy(parents.float()[pointed], batch['parents'][pointed]) if pointed.any() else torch.zeros(())
    goal = torch.softmax(-((batch['joints'].clamp(LOW + 0.005, HIGH - 0.005)[..., None] - bin_centers(tokens.device)) / ((HIGH - LOW) / BINS)) ** 2 / 2, -1)
    lose['place'] = (goal * ((goal + 1e-9).log() - F.log_softmax(axes.float(), -1))).sum(-1)[mask].sum() / mask.sum().clamp(min=1) / 3
    lose['plan'] = 0
    weight = batch['told'].float()
    for logits, answer, name in zip(plan.float().split(list(PLAN.values()), 1), batch['plan'].unbind(1), PLAN):
        each = F.cross_entropy(logits, answer, reduction='none', label_smoothing=0.02)
        lose['plan'] = lose['plan'] + (each * (weight if name == 'whole' else weight * batch['body'])).sum() / B
    with_body = batch['body'].float()
    lose['facing'] = (F.cross_entropy(facing.float(), batch['quarter'], reduction='none') * with_body).sum() / B
    lose['part'] = F.cross_entropy(part.float().flatten(0, 1), batch['parts'].flatten()) if (batch['parts'] >= 0).any() else torch.zeros(())
    right = (plan.float().split(list(PLAN.values()), 1)[i].argmax(1) == batch['plan'][:, i] for i in range(len(PLAN)))
    wholes = torch.stack(list(right), 1)
    known = batch['told']
    score = dict(role=(roles[:, :J].argmax(-1) == tokens)[mask & ~other].float().mean(), plan=wholes[:, :4].all(1)[known].float().mean(),
                 whole=wholes[:, 0][known].float().mean(), facing=(facing.argmax(1) == batch['quarter'])[batch['body']].float().mean())
    return lose, score


def up_loss(network, batch, count):
    """The same points laid on any side."""
    bodies = torch.nonzero(batch['body']).flatten()[:count]
    if len(bodies) == 0:
        return torch.zeros(()), torch.zeros(())
    axis = torch.randint(6, (len(bodies),))
    turn = rotations_to(axis)
    points = batch['points'][bodies]
    turned = torch.cat([points[..., :3] @ turn.transpose(1, 2), points[..., 3:] @ turn.transpose(1, 2)], -1)
    with torch.autocast(batch['points'].device.type, torch.bfloat16):
        up = network.encoder(turned)[2].float()
    return F.cross_entropy(up, axis), (up.argmax(1) == axis).float().mean()


WEIGHTS = dict(role=1.0, parent=2.0, place=2.0, plan=1.0, facing=0.4, part=0.5)


@torch.no_grad()
def validate(network, sets):
    """A line per set, and the loss on the first one without the plan's."""
    network.eval()
    texts, held = [], 0.0
    for name, batches in sets.items():
        totals, n = {}, 0
        for batch in batches:
            B = len(batch['points'])
            hidden = (batch['joints'], torch.where(batch['tokens'] // 3 == OTHER // 3, OTHER, batch['tokens']),
                      torch.tensor(list(PLAN.values())).expand(B, -1), torch.zeros(B, dtype=torch.long))
            lose, score = losses(network, batch, hidden, 0)
            score['up'] = up_loss(network, batch, B)[1]
            for key, value in [*lose.items(), *(('%' + k, v) for k, v in score.items())]:
                totals[key] = totals.get(key, 0) + float(value) * B
            n += B
        texts.append(f'{name}({n}) ' + ' '.join(f'{k} {v / n:.3f}' for k, v in totals.items()))
        held = held or sum(WEIGHTS[key] * totals[key] / n for key in ('role', 'parent', 'place', 'plan'))
    return texts, held


def prepare(folder, hold_out):
    """One folder of shards as bodies, held-out ones named so. Runs in a process of its own: writing the order takes long."""
    torch.set_num_threads(1)
    bodies = Bodies([folder], lambda row: not row['source'].startswith('luanti'))
    is_held = lambda row: row['heldOut'] or (hold_out and row['source'].startswith(hold_out))
    bodies.rows = [dict(row, heldOut=True, source='held ' + row['source']) if is_held(row) else row for row in bodies.rows]
    torch.save(bodies, f'{folder}/prepared.pt')
    return f'{folder}/prepared.pt'


class Growing:
    """Bodies of some folders, and of those that appear in another one."""

    def __init__(self, folders, watched, device, workers, first, hold_out):
        self.pool, self.hold_out = ProcessPoolExecutor(workers), hold_out
        self.watched, self.device, self.asked, self.bodies, self.sampler = watched, device, set(folders), None, None
        self.waiting = [self.pool.submit(prepare, folder, hold_out) for folder in folders]
        self.take(all_of_them=True)
        while watched and len(self.asked) < first + len(folders):
            self.look()
            time.sleep(0.2)
        self.take(all_of_them=True)

    def look(self):
        for path in sorted(glob.glob(f'{self.watched}/*/index.json')) if self.watched else ():
            if (folder := os.path.dirname(path)) not in self.asked and not os.path.basename(folder).startswith('.'):
                self.asked.add(folder)
                self.waiting.append(self.pool.submit(prepare, folder, self.hold_out))

    def take(self, all_of_them=False):
        self.look()
        ready = [one for one in self.waiting if all_of_them or one.done()]
        if len(ready) < (1 if all_of_them else 8) and not (ready and len(ready) == len(self.waiting)):
            return
        self.waiting = [one for one in self.waiting if one not in ready]
        loaded = [torch.load(one.result(), weights_only=False, map_location='cpu') for one in ready]
        self.bodies = self.bodies.join(loaded, self.device) if self.bodies else loaded[0].join(loaded[1:], self.device)
        self.sampler = Sampler(self.bodies, SHARES)


def held_out_sets(bodies):
    sets = {}
    for name, wanted in (('real', lambda source: 'generator' not in source and 'things' not in source), ('kinds', lambda source: 'generator' in source),
                         ('things', lambda source: 'things' in source)):
        chosen = [i for i, row in enumerate(bodies.rows) if row['heldOut'] and wanted(row['source'])][:192]
        if chosen:
            sets[name] = [vary(bodies, torch.tensor(chosen[k:k + 32]), plain=True) for k in range(0, len(chosen), 32)]
    return sets


def started(path):
    """The weights of a checkpoint, or of an exported network."""
    with torch.device('cpu'):
        if path.endswith('.pt'):
            return torch.load(path, map_location='cpu', weights_only=True)['ema']
        from onnx_weights import load_skeleton
        return load_skeleton(path).state_dict()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('folders', nargs='+')
    parser.add_argument('--out', required=True)
    parser.add_argument('--watch')
    parser.add_argument('--first', type=int, default=8, help='folders of --watch to wait for')
    parser.add_argument('--start')
    parser.add_argument('--hold-out', help='a maker whose rigs are held out too: to choose rules on what the network never saw')
    parser.add_argument('--minutes', type=float, default=60)
    parser.add_argument('--decay', type=float, default=0)
    parser.add_argument('--rate', type=float, default=6e-4)
    parser.add_argument('--batch', type=int, default=32)
    parser.add_argument('--warm', type=int, default=250, help='steps of a rising rate')
    parser.add_argument('--told', type=float, default=120, help='seconds between figures')
    parser.add_argument('--resume', action='store_true')
    parser.add_argument('--device', default='cpu')
    parser.add_argument('--threads', type=int, default=2)
    parser.add_argument('--workers', type=int, default=2)
    parser.add_argument('--seed', type=int, default=0)
    args = parser.parse_args()
    begin = time.time()
    torch.manual_seed(args.seed)
    np.random.seed(args.seed)
    torch.set_num_threads(args.threads)
    data = Growing(args.folders, args.watch, args.device, args.workers, args.first, args.hold_out)
    torch.set_default_device(args.device)
    torch.set_float32_matmul_precision('high')
    sets = held_out_sets(data.bodies)
    network = SkeletonNetwork()
    if args.start:
        network.load_state_dict(started(args.start), strict=False)
    ema = copy.deepcopy(network).eval()
    decayed = [p for p in network.parameters() if p.ndim > 1]
    optimizer = torch.optim.AdamW([dict(params=decayed, weight_decay=0.03), dict(params=[p for p in network.parameters() if p.ndim <= 1], weight_decay=0)],
                                  lr=args.rate, betas=(0.9, 0.98))
    seen = 0
    if args.resume:
        saved = torch.load(args.out, weights_only=True, map_location=args.device)
        seen = saved['seen']
        for net, weights in ((network, saved['network']), (ema, saved['ema'])):
            own = net.state_dict()
            net.load_state_dict({key: value for key, value in weights.items() if key in own and own[key].shape == value.shape}, strict=False)
        if sum(p.numel() for p in network.parameters()) == sum(v.numel() for k, v in saved['network'].items() if k in dict(network.named_parameters())):
            optimizer.load_state_dict(saved['optimizer'])
    print(f'{sum(p.numel() for p in network.parameters()) / 1e6:.2f} M parameters, {len(data.bodies.rows)} bodies, held out '
          f'{ {name: sum(len(one["points"]) for one in some) for name, some in sets.items()} }, seen {seen}, {time.time() - begin:.0f} s', flush=True)

    def save(path, **more):
        torch.save(dict(config=network.config, ema=ema.state_dict(), seen=seen, **more), path + '.part')
        os.replace(path + '.part', path)

    stopped = []
    signal.signal(signal.SIGTERM, lambda *_: stopped.append(True))  # ended from outside: nothing is lost
    last = saved_at = time.time()
    running, steps, done, best = {}, 0, 0, float('inf')
    for text in validate(ema, sets)[0]:
        print('   ', text, flush=True)
    while not stopped and (spent := (time.time() - begin) / 60) < args.minutes:
        data.take()
        pool = vary(data.bodies, data.sampler.draw(args.batch * POOL))
        lengths = pool['mask'].sum(1)
        order = (lengths + torch.randn(len(lengths)) * 1.5).argsort().view(POOL, args.batch)
        for rows in order[torch.randperm(POOL)]:
            batch = {key: value[rows] for key, value in pool.items()}
            longest = max(1, int(batch['mask'].sum(1).max()))
            for key in ('joints', 'tokens', 'parents', 'mask'):
                batch[key] = batch[key][:, :longest]
            left = args.minutes - (time.time() - begin) / 60
            rate = args.rate * min(1, (done + 1) / args.warm)
            if args.decay and left < args.decay:
                rate *= max(0.02, left / args.decay)
            for group in optimizer.param_groups:
                group['lr'] = rate
            network.train()
            lose, score = losses(network, batch, hidden_inputs(batch))
            upward, score['up'] = up_loss(network, batch, args.batch // 4)
            total = sum(WEIGHTS[key] * value for key, value in lose.items()) + 0.4 * upward
            optimizer.zero_grad()
            total.backward()
            torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimizer.step()
            seen += args.batch
            steps += 1
            done += 1
            with torch.no_grad():
                decay = min(0.998, 1 - 1 / (done / 5 + 2))
                torch._foreach_lerp_(list(ema.parameters()), list(network.parameters()), 1 - decay)
            for key, value in [*lose.items(), *(('%' + k, v) for k, v in score.items())]:
                running[key] = running.get(key, 0) + value.detach()
        if time.time() - last > args.told:
            print(f'{spent:.1f} min, seen {seen}, {steps * args.batch / (time.time() - last):.0f}/s, {len(data.bodies.rows)} bodies, rate {rate:.1e}: ' +
                  ' '.join(f'{k} {float(v) / steps:.3f}' for k, v in running.items()), flush=True)
            texts, held = validate(ema, sets)
            for text in texts:
                print('   ', text, flush=True)
            if held < best:
                best = held
                save(args.out.replace('.pt', '-best.pt'))
            running, steps, last = {}, 0, time.time()
        if time.time() - saved_at > 300:
            save(args.out, network=network.state_dict(), optimizer=optimizer.state_dict())
            saved_at = time.time()
    save(args.out, network=network.state_dict(), optimizer=optimizer.state_dict())
    texts, held = validate(ema, sets)
    if held < best:
        save(args.out.replace('.pt', '-best.pt'))
    print('\n'.join(texts), '\nend', seen, f'best {min(best, held):.3f}', flush=True)
    data.pool.shutdown(cancel_futures=True)


if __name__ == '__main__':
    main()
