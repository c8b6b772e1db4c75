"""Data of the motion prior: shards of `dataset motions`, every clip as trajectories of cells, windows of 16 frames.

All cells of every frame are posed once, when a shard is read; a batch is then nothing but indexing, a cosine transform and
changes at once: mirror image, a turn about the vertical, stretch, other cells of each patch.
"""
import json

import numpy as np
import torch

FRAMES, FREQUENCIES, PATCH, MOST_PATCHES, HOPS = 16, 8, 4, 64, 8
ACTIONS = ["idle", "walk", "run", "attack", "jump", "fly", "swim", "death", "hit", "other"]
NO_ACTION = len(ACTIONS)
DTYPES = {"F32": np.float32, "I16": np.int16, "U8": np.uint8}


def read_safetensors(path):
    data = open(path, "rb").read()
    size = int.from_bytes(data[:8], "little")
    out = {}
    for name, t in json.loads(data[8 : 8 + size]).items():
        if name != "__metadata__":
            a, b = t["data_offsets"]
            out[name] = np.frombuffer(data[8 + size + a : 8 + size + b], DTYPES[t["dtype"]]).reshape(t["shape"])
    return out


def cosine_basis():
    """[K, F]: the orthonormal cosine basis over √F, so that the first coefficient is the mean displacement."""
    f = np.arange(FRAMES)
    k = np.arange(FREQUENCIES)[:, None]
    return (np.cos(np.pi * k * (2 * f + 1) / (2 * FRAMES)) * np.where(k == 0, 1, np.sqrt(2)) / FRAMES).astype(np.float32)


def matrices(q):
    """Rotation matrices of quaternions' x, y, z (w not negative). [..., 3, 3]"""
    x, y, z = q.unbind(-1)
    w = (1 - x * x - y * y - z * z).clamp(0, 1).sqrt()
    rows = [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w),
            2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w),
            2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)]
    return torch.stack(rows, -1).reshape(*x.shape, 3, 3)


def pose(parents, rest, rotations, roots):
    """Global matrices and positions of joints. [F, J, 3, 3], [F, J, 3]"""
    local = matrices(rotations)
    R, g = [], []
    for j, p in enumerate(parents):
        R.append(local[:, j] if p < 0 else R[p] @ local[:, j])
        g.append(rest[j] + roots if p < 0 else g[p] + R[p] @ (rest[j] - rest[p]))
    return torch.stack(R, 1), torch.stack(g, 1)


def pose_cells(parents, rest, rotations, roots, points, joints, weights, device):
    """Displacement of cells from rest in every frame. [F, N, 3]"""
    put = lambda x: torch.tensor(x, device=device)
    rest, rows, w = put(rest), put(joints), put(weights)
    own = put(points)[:, None] - rest[rows]
    out = []
    for f in range(0, len(rotations), 512):
        R, g = pose(parents, rest, put(rotations[f : f + 512]), put(roots[f : f + 512]))
        carried = (R[:, rows] @ own[None, ..., None])[..., 0] + g[:, rows]
        out.append((w[None, :, :, None] * carried).sum(2) - put(points)[None])
    return torch.cat(out)


def hops(parents, patches):
    """Steps along the tree between the joints of patches, at most HOPS − 1. [T, T]"""
    def chain(j):
        out = []
        while j >= 0:
            out.append(j)
            j = parents[j]
        return out
    chains = [chain(j) for j in patches]
    depth = [{j: i for i, j in enumerate(c)} for c in chains]
    out = np.zeros((len(patches), len(patches)), np.uint8)
    for a in range(len(patches)):
        for b in range(len(patches)):
            out[a, b] = min(HOPS - 1, min((i + depth[b][j] for j, i in depth[a].items() if j in depth[b]), default=HOPS - 1))
    return out


class Motions:
    """All rigs and clips of some shards on a device; `keep(row)` chooses rigs."""

    def __init__(self, folders, keep, device):
        self.device = device
        rigs, clips, frames = [], [], []
        total = 0
        for folder in folders:
            told = json.load(open(f"{folder}/motions.json"))
            data = read_safetensors(f"{folder}/motions.safetensors")
            C, L = told["cells"], told["lengthSteps"]
            at = dict(joint=0, patch=0, rotation=0, root=0)
            for row in told["rows"]:
                J, T = row["joints"], row["patches"]
                js, ts = slice(at["joint"], at["joint"] + J), slice(at["patch"], at["patch"] + T)
                cs = slice(at["patch"] * C, (at["patch"] + T) * C)
                at["joint"] += J
                at["patch"] += T
                mine = []
                for clip in row["clips"]:
                    F = clip["frames"]
                    mine.append((clip, slice(at["rotation"], at["rotation"] + F * J), slice(at["root"], at["root"] + F)))
                    at["rotation"] += F * J
                    at["root"] += F
                if not keep(row):
                    continue
                parents = data["parents"][js, 0].astype(int)
                rest = data["rest"][js].astype(np.float32) / L
                patches = data["patches"][ts, 0].astype(int)
                points = data["points"][cs].astype(np.float32) / L
                joints = data["joints"][cs].astype(int)
                weights = data["weights"][cs].astype(np.float32) / 255
                taken = np.arange(T)
                if T > MOST_PATCHES:
                    taken = np.sort(np.random.default_rng(0).permutation(T)[:MOST_PATCHES])
                cells = (taken[:, None] * C + np.arange(C)).reshape(-1)
                points, joints, weights = points[cells], joints[cells], weights[cells]
                up = np.where(parents[patches[taken]] < 0, patches[taken], parents[patches[taken]])
                rigs.append(dict(row=row, T=len(taken), points=points.reshape(len(taken), C, 3), place=rest[patches[taken]],
                                 parent=rest[up], hops=hops(parents, patches[taken])))
                first, last = mine[0], mine[-1]
                turns = data["rotations"][first[1].start : last[1].stop].reshape(-1, J, 3).astype(np.float32) / 32767
                roots = data["roots"][first[2].start : last[2].stop].astype(np.float32) / L
                frames.append(pose_cells(parents, rest, turns, roots, points, joints, weights, device))
                for clip, _, _ in mine:
                    clips.append(dict(rig=len(rigs) - 1, start=total, frames=clip["frames"], loops=clip["loops"], action=clip["action"],
                                      library=clip["name"].startswith("library ")))
                    total += clip["frames"]
        self.rigs, self.clips, self.cells = rigs, clips, C
        self._pack(frames, total)
        self._weigh()

    def _pack(self, frames, total):
        """Rows of a flat table: a frame of a clip begins at `offset`, its cells one behind the other."""
        sizes = np.concatenate([np.full(len(f), f.shape[1]) for f in frames])
        self.offset = torch.tensor(np.concatenate([[0], np.cumsum(sizes)[:-1]])).to(self.device)
        self.table = torch.cat([f.reshape(-1, 3) for f in frames])
        N, M, C = len(self.rigs), MOST_PATCHES, self.cells
        points, place, parent = np.zeros((N, M, C, 3), np.float32), np.zeros((N, M, 3), np.float32), np.zeros((N, M, 3), np.float32)
        hop, count = np.full((N, M, M), HOPS - 1, np.uint8), np.zeros(N, np.int64)
        for i, r in enumerate(self.rigs):
            T = r["T"]
            points[i, :T], place[i, :T], parent[i, :T], hop[i, :T, :T], count[i] = r["points"], r["place"], r["parent"], r["hops"], T
        put = lambda x: torch.tensor(x).to(self.device)
        self.points, self.place, self.parent, self.hop, self.count = put(points), put(place), put(parent), put(hop), put(count)
        field = lambda key, kind: put(np.array([c[key] for c in self.clips], kind))
        self.clip_rig, self.clip_start, self.clip_frames = field("rig", np.int64), field("start", np.int64), field("frames", np.int64)
        self.clip_loops, self.clip_action = field("loops", bool), field("action", np.int64)
        self.basis = put(cosine_basis())

    def _weigh(self):
        """Plans by about the root of their families, made families at half, actions alike, library clips at a third."""
        plans = {}
        for c in self.clips:
            row = self.rigs[c["rig"]]["row"]
            plans.setdefault(row["plan"], {}).setdefault(row["family"], {}).setdefault(c["action"], []).append(c)
        for families in plans.values():
            for family, actions in families.items():
                made = 0.5 if family.startswith(("sample-", "generator-")) else 1.0
                for list_ in actions.values():
                    total = sum(0.35 if c["library"] else 1.0 for c in list_)
                    for c in list_:
                        share = (0.35 if c["library"] else 1.0) / total
                        c["weight"] = made * len(families) ** 0.6 / len(families) / len(actions) * share
        w = np.array([c["weight"] for c in self.clips])
        self.weights = torch.tensor(w / w.sum(), dtype=torch.float32).to(self.device)

    def batch(self, size, generator=None, augment=True, clips=None):
        """x [B, T, P, 3, K] (displacement over half diameters), cells, joints, hops, mask, action."""
        d, g = self.device, generator
        rand = lambda *s: torch.rand(*s, device=d, generator=g)
        c = torch.multinomial(self.weights, size, True, generator=g) if clips is None else clips
        rig, frames, loops = self.clip_rig[c], self.clip_frames[c], self.clip_loops[c]
        # A window at its own speed; short loops go round, other short clips hold their last frame.
        speed = torch.exp((rand(size) - 0.5) * 0.5) if augment else torch.ones(size, device=d)
        span = speed * (FRAMES - 1)
        last = (frames - 1).float()
        start = rand(size) * torch.where(loops, last, (last - span).clamp_min(0))
        t = start[:, None] + torch.arange(FRAMES, device=d) * speed[:, None]
        t = torch.where(loops[:, None], torch.remainder(t, last[:, None]), torch.minimum(t, last[:, None]))
        low = t.floor().long()
        high, share = torch.minimum(low + 1, frames[:, None] - 1), t - low
        # PATCH of the packed cells of every patch.
        T = int(self.count[rig].max())
        chosen = torch.rand(size, T, self.cells, device=d, generator=g).argsort(-1)[..., :PATCH] if augment else torch.arange(PATCH, device=d).expand(size, T, PATCH)
        cell = (torch.arange(T, device=d)[:, None] * self.cells + chosen).clamp_max(0 if T == 0 else T * self.cells - 1)
        mask = torch.arange(T, device=d)[None] < self.count[rig][:, None]
        cell = torch.where(mask[..., None], cell, torch.zeros_like(cell)).reshape(size, 1, -1)
        at = lambda f: self.table[self.offset[self.clip_start[c][:, None] + f][..., None] + cell]
        d_low, d_high = at(low), at(high)
        moved = d_low + share[..., None, None] * (d_high - d_low)  # [B, F, T·P, 3]
        moved = self._detrend(moved)
        x = torch.einsum("kf,bfnc->bnck", self.basis, moved).reshape(size, T, PATCH, 3, FREQUENCIES)
        points = self.points[rig][:, :T].gather(2, chosen[..., None].expand(-1, -1, -1, 3))
        place, parent = self.place[rig][:, :T], self.parent[rig][:, :T]
        if augment:
            x, points, place, parent = self._vary(x, points, place, parent, rand, g)
        return dict(x=x * mask[..., None, None, None], points=points, place=place, parent=parent, hops=self.hop[rig][:, :T, :T].long(),
                    mask=mask, action=self.clip_action[c], clip=c)

    @staticmethod
    def _detrend(moved):
        """Takes travel over the ground out: the mean of x and z, and their drift where it is long."""
        f = torch.arange(FRAMES, device=moved.device, dtype=torch.float32) - (FRAMES - 1) / 2
        centre = moved.mean(2)  # [B, F, 3]
        drift = (centre * f[None, :, None]).sum(1) / (f**2).sum()
        far = (drift.abs() * FRAMES > 0.4).float() * torch.tensor([1.0, 0, 1], device=moved.device)
        line = f[None, :, None] * (drift * far)[:, None] + (centre.mean(1) * torch.tensor([1.0, 0, 1], device=moved.device) * (far.amax(1, keepdim=True)))[:, None]
        return moved - line[:, :, None]

    def _vary(self, x, points, place, parent, rand, g):
        B, d = len(x), self.device
        angle = torch.randn(B, device=d, generator=g) * 0.15
        s, c = angle.sin(), angle.cos()
        zero, one = torch.zeros_like(s), torch.ones_like(s)
        turn = torch.stack([c, zero, s, zero, one, zero, -s, zero, c], -1).reshape(B, 3, 3)
        mirror = torch.where(rand(B) < 0.5, -1.0, 1.0)
        stretch = torch.exp(torch.randn(B, 3, device=d, generator=g) * 0.12)
        stretch = stretch * torch.stack([mirror, one, one], -1)
        m = turn @ torch.diag_embed(stretch)
        go = lambda p: torch.einsum("bij,b...j->b...i", m, p)
        return torch.einsum("bij,btpjk->btpik", m, x), go(points), go(place), go(parent)


def amplitudes(x, mask):
    """Root mean square of the mean displacement and of the motion about it. [B], [B]"""
    n = mask.sum(1) * PATCH
    mean = (x[..., 0] ** 2).sum((1, 2, 3)) / n
    motion = (x[..., 1:] ** 2).sum((1, 2, 3, 4)) / n
    return mean.sqrt(), motion.sqrt()
