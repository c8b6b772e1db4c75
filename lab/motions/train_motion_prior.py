"""Trains the motion prior.

    python lab/motions/train_motion_prior.py motions/ [more/ …] --out run --seconds 480

Held-out families are for validation. `run/mean.pt` (the running mean of the weights, which is exported) is written
every minute in half precision; `--resume run` goes on from it, `--from 0.5 --to 1` says which part of the
learning rate's cosine this run is. The log gives the share of power left at four noise levels beside that of the best
linear filter.
"""
import argparse
import copy
import json
import math
import os
import time

import torch

from motion_data import FREQUENCIES, MOST_PATCHES, NO_ACTION, PATCH, Motions, amplitudes
from motion_prior import LEAST_AMPLITUDE, MotionPrior, shares

LEVELS = (0.25, 0.5, 0.75, 0.95)
BUCKETS = (16, 28, 40, MOST_PATCHES)


def prepare(b, std):
    """Adds z's clean form and sizes: coefficients over the amplitude of their part and their usual deviation."""
    mean, motion = amplitudes(b["x"], b["mask"])
    mean, motion = mean.clamp_min(LEAST_AMPLITUDE), motion.clamp_min(LEAST_AMPLITUDE)
    scale = torch.cat([mean[:, None], motion[:, None].expand(-1, FREQUENCIES - 1)], 1) * std
    b["z"] = (b["x"] / scale[:, None, None, None]).clamp(-8, 8)
    b["sizes"] = torch.stack([mean.log(), motion.log()], 1)
    return b


def deviations(data, count=4096):
    total, seen = 0, 0
    for _ in range(4):
        b = data.batch(count // 4)
        mean, motion = amplitudes(b["x"], b["mask"])
        ok = (mean > LEAST_AMPLITUDE) & (motion > LEAST_AMPLITUDE)
        scale = torch.cat([mean[:, None], motion[:, None].expand(-1, FREQUENCIES - 1)], 1)[:, None, None, None]
        power = ((b["x"] / scale).clamp(-20, 20) ** 2 * b["mask"][..., None, None, None])[ok]
        total = total + power.sum((0, 1, 2, 3))
        seen += b["mask"][ok].sum() * PATCH * 3
    return (total / seen).sqrt()


def noised(b, level, noise):
    wide = lambda v: v[:, None, None, None, None]
    alpha, sigma = torch.cos(level * math.pi / 2), torch.sin(level * math.pi / 2)
    return (wide(alpha) * b["z"] + wide(sigma) * noise) * b["mask"][..., None, None, None]


def level_of(t):
    alpha, sigma = shares(t)
    return torch.atan2(sigma, alpha) / (math.pi / 2)


def power_left(b, guess, weight):
    e = ((guess - b["z"]) ** 2 * weight * b["mask"][..., None, None, None]).sum((1, 2, 3, 4))
    p = (b["z"] ** 2 * weight * b["mask"][..., None, None, None]).sum((1, 2, 3, 4))
    return float(e.sum() / p.sum())


def filters(noisy, b):
    """What the linear filter may use: the cell, its patch, the patches next to it, the body. [..., 4]"""
    m = b["mask"].float()
    patch = noisy.mean(2, keepdim=True)
    flat = patch.flatten(2)
    near = (b["hops"] <= 1).float() * m[:, None, :]
    around = ((near @ flat) / near.sum(-1, keepdim=True).clamp_min(1)).reshape(patch.shape)
    body = (flat * m[..., None]).sum(1, keepdim=True) / m.sum(1)[:, None, None].clamp_min(1)
    return torch.stack([noisy, patch.expand_as(noisy), around.expand_as(noisy), body.reshape(len(noisy), 1, 1, 3, FREQUENCIES).expand_as(noisy)], -1)


def best_filter(train, val, weight):
    """Share of power that the best linear filter, fitted on training data, leaves at each level."""
    out = []
    for t in LEVELS:
        tables = []
        for b in (train, val):
            level = level_of(torch.full((len(b["z"]),), t, device=b["z"].device))
            tables.append(filters(noised(b, level, torch.randn_like(b["z"])), b))
        guess = torch.zeros_like(val["z"])
        for k in range(FREQUENCIES):
            a = tables[0][train["mask"]][..., k, :].reshape(-1, 4)
            y = train["z"][train["mask"]][..., k].reshape(-1, 1)
            w = torch.linalg.solve(a.T @ a + 1e-3 * len(a) * 1e-3 * torch.eye(4, device=a.device), a.T @ y)
            guess[..., k] = (tables[1][..., k, :] @ w)[..., 0]
        out.append(power_left(val, guess, weight))
    return out


def main():
    p = argparse.ArgumentParser()
    p.add_argument("folders", nargs="+")
    p.add_argument("--out", required=True)
    p.add_argument("--seconds", type=float, default=480)
    p.add_argument("--tokens", type=int, default=32768)
    p.add_argument("--rate", type=float, default=1e-3)
    p.add_argument("--resume")
    p.add_argument("--from", dest="begin", type=float, default=0)
    p.add_argument("--to", dest="end", type=float, default=1)
    p.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    p.add_argument("--width", type=int, default=256)
    p.add_argument("--layers", type=int, default=6)
    p.add_argument("--log", type=float, default=20)
    p.add_argument("--dropout", type=float, default=0.05)
    o = p.parse_args()
    began = time.time()
    torch.manual_seed(0)
    os.makedirs(o.out, exist_ok=True)
    data = Motions(o.folders, lambda row: not row["heldOut"], o.device)
    unseen = Motions(o.folders, lambda row: row["heldOut"], o.device)
    print(f"{len(data.rigs)} rigs, {len(data.clips)} clips; held out {len(unseen.rigs)}, {len(unseen.clips)}; "
          f"read in {time.time() - began:.0f} s", flush=True)
    std = deviations(data)
    net = MotionPrior(o.width, o.layers, dropout=o.dropout).to(o.device)
    mean = copy.deepcopy(net).eval()
    told = dict(step=0, samples=0, history=[])
    if o.resume:
        # From the mean: it is better than the last weights, and half of what has to be carried.
        state = torch.load(f"{o.resume}/mean.pt", map_location=o.device, weights_only=False)
        net.load_state_dict(state["weights"])
        mean.load_state_dict(state["weights"])
        told, std = state["told"], state["std"].to(o.device)
    weight = torch.cat([torch.tensor([0.5], device=o.device), std[1:] / std[1:].mean()]).clamp(0.15, 3)
    print("parameters", sum(q.numel() for q in net.parameters()) / 1e6, "deviations", [round(float(v), 3) for v in std], flush=True)
    g = torch.Generator(device=o.device).manual_seed(1)
    small = 512 if o.device == "cuda" else 64
    val = prepare(unseen.batch(small, g, augment=False), std)
    linear = best_filter(prepare(data.batch(small * 2, g), std), val, weight)
    print("best linear filter", " ".join(f"{t}:{v:.3f}" for t, v in zip(LEVELS, linear)), flush=True)

    buckets = [[] for _ in BUCKETS]
    for i, c in enumerate(data.clips):
        T = data.rigs[c["rig"]]["T"]
        buckets[next(k for k, most in enumerate(BUCKETS) if T <= most)].append(i)
    lists = [torch.tensor(b, device=o.device) for b in buckets]
    # A bucket of many patches gives fewer samples a batch: it is drawn more often.
    mass = torch.tensor([float(data.weights[l].sum()) * most if len(l) else 0.0 for l, most in zip(lists, BUCKETS)])

    opt = torch.optim.AdamW(net.parameters(), o.rate, betas=(0.9, 0.98), weight_decay=0.02, fused=o.device == "cuda")
    kind = torch.bfloat16
    run = lambda model, b, noisy, level, action: model(noisy, b["points"], b["place"], b["parent"], b["hops"], b["mask"].float(), level, action, b["sizes"])

    def validate():
        out = []
        gv = torch.Generator(device=o.device).manual_seed(2)
        for t in LEVELS:
            level = level_of(torch.full((len(val["z"]),), t, device=o.device))
            noisy = noised(val, level, torch.randn(val["z"].shape, device=o.device, generator=gv))
            with torch.no_grad(), torch.autocast(o.device, kind):
                out.append(power_left(val, run(mean, val, noisy, level, val["action"]).float(), weight))
        return out

    def save():
        half = lambda m: {k: v.half() if v.is_floating_point() else v for k, v in m.state_dict().items()}
        kept = dict(std=std.cpu(), config=net.config, told=told, linear=linear, weights=half(mean))
        torch.save(kept, f"{o.out}/mean.tmp")
        os.replace(f"{o.out}/mean.tmp", f"{o.out}/mean.pt")

    first, logged, saved, running = told["step"], 0.0, time.time(), None
    while True:
        share = (time.time() - began) / o.seconds
        if share >= 1:
            break
        at = o.begin + (o.end - o.begin) * share
        rate = o.rate * min(1, (told["step"] - first + 1) / 300) * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * at)))
        for group in opt.param_groups:
            group["lr"] = rate
        k = int(torch.multinomial(mass, 1))
        size = max(8, o.tokens // BUCKETS[k])
        clips = lists[k][torch.multinomial(data.weights[lists[k]], size, True)]
        b = prepare(data.batch(size, clips=clips), std)
        action = torch.where(torch.rand(size, device=o.device) < 0.15, torch.full_like(b["action"], NO_ACTION), b["action"])
        t = (torch.arange(size, device=o.device) + torch.rand(1, device=o.device)) / size
        level = level_of(t.clamp(0.01, 0.995)[torch.randperm(size, device=o.device)])
        noisy = noised(b, level, torch.randn_like(b["z"]))
        with torch.autocast(o.device, kind):
            guess = run(net, b, noisy, level, action)
        e = ((guess.float() - b["z"]) ** 2 * weight * b["mask"][..., None, None, None]).sum((1, 2, 3, 4))
        e = e / (b["mask"].sum(1) * PATCH * 3 * FREQUENCIES)
        loss = (e / torch.sin(level * math.pi / 2).square().clamp_min(0.1)).mean()
        opt.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        opt.step()
        told["step"] += 1
        told["samples"] += size
        decay = min(0.9995, (1 + told["step"]) / (10 + told["step"]))
        with torch.no_grad():
            torch._foreach_lerp_(list(mean.parameters()), list(net.parameters()), 1 - decay)
        running = loss.detach() if running is None else running.lerp(loss.detach(), 0.02)
        if time.time() - logged > o.log:
            logged = time.time()
            v = validate()
            told["history"].append(dict(step=told["step"], samples=told["samples"], loss=None if running is None else float(running), held=v))
            print(f"{time.time() - began:.0f} s step {told['step']} samples {told['samples']} loss {float(running):.4f} held out "
                  + " ".join(f"{t}:{x:.3f}" for t, x in zip(LEVELS, v)), flush=True)
        if time.time() - saved > 60:
            saved = time.time()
            save()
    v = validate()
    told["history"].append(dict(step=told["step"], samples=told["samples"], loss=None if running is None else float(running), held=v))
    print("end", told["step"], told["samples"], [round(x, 4) for x in v], flush=True)
    save()
    json.dump(dict(linear=linear, levels=LEVELS, history=told["history"]), open(f"{o.out}/history.json", "w"))


if __name__ == "__main__":
    main()
