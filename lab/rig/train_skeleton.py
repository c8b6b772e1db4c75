"""Trains the skeleton network. Resumable; one process, two CPU threads.

    python lab/rig/train_skeleton.py shards/ more-shards/ --out run/skeleton.pt --minutes 60 [--resume] [--decay 20]

The rate stays constant until the last `--decay` minutes, so that a run can go on where another one stopped. Losses:
roles, parents and coordinates (weight 2), the plan, up and facing, and what part of the body each latent's seed is on.
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
from bodies import Bodies, Sampler, chance, vary
from skeleton import BINS, END, HIGH, LOW, OTHER, PLAN, TOKENS, SkeletonNetwork, bin_centers

SHARES = ((('quaternius', 'polygonalmind', 'mesh2motion', 'kaykit', 'khronos', 'babylon', 'gdquest'), 0.40),
          (('sample-creatures',), 0.06), (('generator',), 0.32), (('things',), 0.22))
BATCH, POOL = 32, 4
AXES = torch.tensor([[0, 1, 0], [0, -1, 0], [1, 0, 0], [-1, 0, 0], [0, 0, 1], [0, 0, -1]]).float()


def rotations_to(axis):
    """Of each up direction [B] a rotation of +Y onto it, turned about it by quarters at random."""
    up = AXES[axis]
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
    with torch.autocast('cpu', torch.bfloat16):
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
    goal = torch.softmax(-((batch['joints'].clamp(LOW + 0.005, HIGH - 0.005)[..., None] - bin_centers()) / ((HIGH - LOW) / BINS)) ** 2 / 2, -1)
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
    axis = torch.randint(6, (len(bodies),))
    turn = rotations_to(axis)
    points = batch['points'][bodies]
    turned = torch.cat([points[..., :3] @ turn.transpose(1, 2), points[..., 3:] @ turn.transpose(1, 2)], -1)
    with torch.autocast('cpu', torch.bfloat16):
        up = network.encoder(turned)[2].float()
    return F.cross_entropy(up, axis), (up.argmax(1) == axis).float().mean()


WEIGHTS = dict(role=1.0, parent=2.0, place=2.0, plan=1.0, facing=0.4, part=0.5)


@torch.no_grad()
def validate(network, sets):
    network.eval()
    texts = []
    for name, batches in sets.items():
        totals, n = {}, 0
        for batch in batches:
            B = len(batch['points'])
            hidden = (batch['joints'], torch.where(batch['tokens'] // 3 == OTHER // 3, OTHER, batch['tokens']),
                      torch.tensor(list(PLAN.values())).expand(B, -1), torch.zeros(B, dtype=torch.long))
            lose, score = losses(network, batch, hidden, 0)
            for key, value in [*lose.items(), *(('%' + k, v) for k, v in score.items())]:
                totals[key] = totals.get(key, 0) + float(value) * B
            n += B
        texts.append(f'{name}({n}) ' + ' '.join(f'{k} {v / n:.3f}' for k, v in totals.items()))
    return texts


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('folders', nargs='+')
    parser.add_argument('--out', required=True)
    parser.add_argument('--minutes', type=float, default=60)
    parser.add_argument('--decay', type=float, default=0)
    parser.add_argument('--rate', type=float, default=6e-4)
    parser.add_argument('--resume', action='store_true')
    parser.add_argument('--threads', type=int, default=2)
    parser.add_argument('--seed', type=int, default=0)
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    np.random.seed(args.seed)
    torch.set_num_threads(args.threads)
    everything = Bodies(args.folders, lambda row: not row['source'].startswith('luanti'))
    held = [i for i, row in enumerate(everything.rows) if row['heldOut']]
    for i in held:
        everything.rows[i] = dict(everything.rows[i], source='held ' + everything.rows[i]['source'])
    sampler = Sampler(everything, SHARES)
    sets = {}
    for name, wanted in (('real', lambda source: 'generator' not in source and 'things' not in source), ('kinds', lambda source: 'generator' in source),
                         ('things', lambda source: 'things' in source)):
        chosen = [i for i in held if wanted(everything.rows[i]['source'])][:192]
        if chosen:
            sets[name] = [vary(everything, torch.tensor(chosen[k:k + 32]), plain=True) for k in range(0, len(chosen), 32)]
    network = SkeletonNetwork()
    ema = copy.deepcopy(network).eval()
    decayed = [p for p in network.parameters() if p.ndim > 1]
    optimizer = torch.optim.AdamW([dict(params=decayed, weight_decay=0.03), dict(params=[p for p in network.parameters() if p.ndim <= 1], weight_decay=0)],
                                  lr=args.rate, betas=(0.9, 0.98))
    seen = 0
    if args.resume:
        saved = torch.load(args.out, weights_only=True)
        seen = saved['seen']
        for net, weights in ((network, saved['network']), (ema, saved['ema'])):
            own = net.state_dict()
            net.load_state_dict({key: value for key, value in weights.items() if key in own and own[key].shape == value.shape}, strict=False)
        if sum(p.numel() for p in network.parameters()) == sum(v.numel() for k, v in saved['network'].items() if k in dict(network.named_parameters())):
            optimizer.load_state_dict(saved['optimizer'])
    print(f'{sum(p.numel() for p in network.parameters()) / 1e6:.2f} M parameters, {len(everything.rows)} bodies, {len(held)} held out, seen {seen}', flush=True)

    def save():
        torch.save(dict(config=network.config, network=network.state_dict(), ema=ema.state_dict(), seen=seen, optimizer=optimizer.state_dict()), args.out + '.part')
        os.replace(args.out + '.part', args.out)

    stopped = []
    signal.signal(signal.SIGTERM, lambda *_: stopped.append(True))  # ended from outside: nothing is lost
    begin = last = saved_at = time.time()
    first, running, steps = seen, {}, 0
    while not stopped and (spent := (time.time() - begin) / 60) < args.minutes:
        pool = vary(everything, sampler.draw(BATCH * POOL))
        lengths = pool['mask'].sum(1)
        order = (lengths + torch.randn(len(lengths)) * 1.5).argsort().view(POOL, BATCH)
        for rows in order[torch.randperm(POOL)]:
            batch = {key: value[rows] for key, value in pool.items()}
            longest = max(1, int(batch['mask'].sum(1).max()))
            for key in ('joints', 'tokens', 'parents', 'mask'):
                batch[key] = batch[key][:, :longest]
            left = args.minutes - spent
            rate = args.rate * min(1, (seen - first + BATCH) / 8000 if first else (seen + BATCH) / 12000)
            if args.decay and left < args.decay:
                rate *= max(0.02, left / args.decay)
            for group in optimizer.param_groups:
                group['lr'] = rate
            network.train()
            lose, score = losses(network, batch, hidden_inputs(batch))
            upward, score['up'] = up_loss(network, batch, 8)
            total = sum(WEIGHTS[key] * value for key, value in lose.items()) + 0.4 * upward
            optimizer.zero_grad()
            total.backward()
            torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimizer.step()
            seen += BATCH
            steps += 1
            with torch.no_grad():
                decay = min(0.998, 1 - 1 / ((seen / BATCH) / 5 + 2))
                torch._foreach_lerp_(list(ema.parameters()), list(network.parameters()), 1 - decay)
            for key, value in [*lose.items(), *(('%' + k, v) for k, v in score.items())]:
                running[key] = running.get(key, 0) + float(value.detach())
        if time.time() - last > 120:
            print(f'{spent:.1f} min, seen {seen}, {steps * BATCH / (time.time() - last):.0f}/s, rate {rate:.1e}: ' +
                  ' '.join(f'{k} {v / steps:.3f}' for k, v in running.items()), flush=True)
            for text in validate(ema, sets):
                print('   ', text, flush=True)
            running, steps, last = {}, 0, time.time()
        if time.time() - saved_at > 300:
            save()
            saved_at = time.time()
    save()
    print('end', seen, flush=True)


if __name__ == '__main__':
    main()
