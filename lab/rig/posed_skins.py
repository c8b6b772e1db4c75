"""Rigs in several poses on the device, for the skinning network: shards of skins, read in other processes as they appear."""

import glob
import json
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import numpy as np
import torch
from safetensors.numpy import load_file

from skinning import HOPS, SAMPLE
from train_skinning import tree_hops

WINDOW = 3  # frames of a sequence that are seen together: the anchor and two others
MOST_JOINTS, POINTS = 80, 256
REAL = 0.6  # share of artists' rigs
ROW = ('points', 'normals', 'trueJoints', 'trueWeights', 'solvedJoints', 'solvedWeights')


def read_shard(path):
    """Rows of a shard, padded; runs in a process of its own."""
    torch.set_num_threads(1)
    shard, rows = load_file(path), json.load(open(path.replace('.safetensors', '.json')))
    offsets = shard['jointOffsets']
    keep = [i for i in range(len(rows)) if offsets[i + 1] - offsets[i] <= MOST_JOINTS]
    out = {key: np.ascontiguousarray(shard[key][keep]) for key in ROW}
    pad = lambda x, fill: np.concatenate([x, np.full((MOST_JOINTS - len(x), *x.shape[1:]), fill, x.dtype)])
    bones, parents, hops = [], [], []
    for i in keep:
        span = slice(offsets[i], offsets[i + 1])
        up, bone = shard['parents'][span].astype(np.int64), shard['bones'][span]
        above = np.where(up[:, None] >= 0, bone[np.maximum(up, 0), :3], bone[:, :3])
        bones.append(pad(np.concatenate([bone, above], 1), 0.0))
        parents.append(pad(up, -1))
        square = np.full((MOST_JOINTS, MOST_JOINTS), HOPS - 1, np.uint8)
        square[:len(up), :len(up)] = tree_hops(up)
        hops.append(square)
    out.update(bones=np.stack(bones), parents=np.stack(parents), hops=np.stack(hops), count=np.array([offsets[i + 1] - offsets[i] for i in keep]))
    return out, [rows[i] for i in keep]


class Skins:
    """Rows on the device, and where each sequence begins."""

    def __init__(self, workers, folders):
        self.rows, self.data, self.anchors, self.known, self.folders = [], {}, [], set(), folders
        self.pool, self.reading = ProcessPoolExecutor(workers, mp_context=get_context('spawn')), []

    def look(self):
        for path in sorted(path for folder in self.folders for path in glob.glob(f'{folder}/*.safetensors')):
            if path not in self.known:
                self.known.add(path)
                self.reading.append(self.pool.submit(read_shard, path))
        ready = [job for job in self.reading if job.done()]
        if not ready:
            return False
        self.reading = [job for job in self.reading if job not in ready]
        parts = [job.result() for job in ready]
        for rows, begin in zip((rows for _, rows in parts), np.cumsum([len(self.rows)] + [len(rows) for _, rows in parts])):
            for i, row in enumerate(rows):
                if row['frame'] == 0 and all(i + k < len(rows) and rows[i + k]['frame'] == k and rows[i + k]['name'] == row['name'] for k in range(WINDOW)):
                    self.anchors.append(begin + i)
        device = torch.get_default_device()
        for key in (*ROW, 'bones', 'parents', 'hops', 'count'):
            new = [torch.from_numpy(part[key]).to(device) for part, _ in parts]
            self.data[key] = torch.cat([self.data[key], *new] if key in self.data else new)
        self.rows += [row for _, rows in parts for row in rows]
        self.weigh()
        return True

    def weigh(self):
        """Chances of rows and of sequences: artists' rigs by family, made ones alike."""
        def chances(indices):
            families = {}
            for k, i in enumerate(indices):
                row = self.rows[i]
                if not row['heldOut']:
                    families.setdefault(row['family'] if row['source'] != 'generator' else 'made', []).append(k)
            out = np.zeros(len(indices), np.float32)
            real = sum(len(v) ** 0.5 for key, v in families.items() if key != 'made') or 1
            for key, members in families.items():
                out[members] = (1 - REAL) / len(members) if key == 'made' else REAL * len(members) ** 0.5 / real / len(members)
            return torch.from_numpy(out).to(torch.get_default_device())
        self.chance, self.chance_of_anchor = chances(range(len(self.rows))), chances(self.anchors)
        self.anchor_index = torch.tensor(self.anchors)

    def batch(self, index, pick=None):
        """Rows as the network sees them. `pick` [B, N]: points behind the sample, the same for all frames of a sequence."""
        B, J = len(index), int(self.data['count'][index].max())
        total = self.data['points'].shape[1]
        if pick is None:
            pick = torch.rand(B, total - SAMPLE).argsort(1)[:, :POINTS] + SAMPLE
        pick = torch.cat([torch.arange(SAMPLE)[None].expand(B, -1), pick], 1)
        at = lambda key: self.data[key][index[:, None], pick]

        def dense(which):
            joints, weights = at(which + 'Joints').long().clamp(max=J - 1), at(which + 'Weights').float()
            out = torch.zeros(B, pick.shape[1], J).scatter_add_(2, joints, weights)
            return out / out.sum(-1, keepdim=True).clamp(min=1e-6)
        return dict(points=torch.cat([at('points').float(), at('normals').float() / 127], -1), heat=dense('solved'), truth=dense('true'),
                    bones=self.data['bones'][index, :J], parents=self.data['parents'][index, :J], hops=self.data['hops'][index, :J, :J].long(),
                    mask=(torch.arange(J)[None] < self.data['count'][index][:, None]).float())
