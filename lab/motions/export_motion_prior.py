"""Writes a checkpoint as models/motion-prior/prior.onnx (half weights, single arithmetic) and card.json.

    python lab/motions/export_motion_prior.py run/mean.pt models/motion-prior --data motions/ [more/ …] --told told.json

`--data` gives how large motions of each kind are on the training rigs, `--told` is merged into the card (command, figures).
The graph is compared with PyTorch before anything is called done.
"""
import argparse
import json
import math
import os
import sys

import numpy as np
import onnxruntime
import torch

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.dirname(HERE)]
from motion_data import ACTIONS, FRAMES, FREQUENCIES, HOPS, MOST_PATCHES, NO_ACTION, PATCH, Motions, amplitudes
from motion_prior import LEAST_AMPLITUDE, SHIFT, MotionPrior
from onnx_files import describe_files, halve_weights

NAMES = ["noisy", "points", "place", "parent", "hops", "level", "action", "sizes"]


class Exported(torch.nn.Module):
    def __init__(self, net):
        super().__init__()
        self.net = net

    def forward(self, noisy, points, place, parent, hops, level, action, sizes):
        mask = torch.ones_like(place[..., 0])
        return self.net(noisy, points, place, parent, hops, mask, level, action, sizes)


def inputs_for(patches, seed=0, batch=2):
    g = torch.Generator().manual_seed(seed)
    rand = lambda *s: torch.randn(*s, generator=g)
    return dict(noisy=rand(batch, patches, PATCH, 3, FREQUENCIES), points=rand(batch, patches, PATCH, 3), place=rand(batch, patches, 3),
                parent=rand(batch, patches, 3), hops=torch.randint(0, HOPS, (batch, patches, patches), generator=g),
                level=torch.rand(batch, generator=g), action=torch.randint(0, NO_ACTION + 1, (batch,), generator=g), sizes=rand(batch, 2))


def export(net, path):
    for block in net.blocks:
        block.plain = True
    x = inputs_for(23)
    wide = {0: "batch", 1: "patches"}
    axes = {**{k: wide for k in ("noisy", "points", "place", "parent", "clean")}, "hops": {0: "batch", 1: "patches", 2: "patches"},
            **{k: {0: "batch"} for k in ("level", "action", "sizes")}}
    torch.onnx.export(Exported(net).eval(), tuple(x[k] for k in NAMES), path, dynamo=False, input_names=NAMES, output_names=["clean"],
                      opset_version=17, dynamic_axes=axes)
    halve_weights(path)


def parity(net, path):
    """Largest difference to PyTorch with the same half weights, over the largest output."""
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    worst = 0.0
    for patches in (2, 17, 40, 64):
        x = inputs_for(patches, patches)
        with torch.no_grad():
            want = Exported(net).eval()(*[x[k] for k in NAMES]).numpy()
        got = session.run(None, {k: v.numpy() for k, v in x.items()})[0]
        worst = max(worst, float(np.abs(got - want).max() / np.abs(want).max()))
    return worst


def sizes_by_action(folders):
    """Mean and spread of the logarithms of both amplitudes, by kind of action. Real clips of the training families."""
    data = Motions(folders, lambda row: not row["heldOut"] and not row["source"] in ("generator", "sample-creatures"), "cpu")
    mean, motion, action = [], [], []
    for _ in range(24):
        b = data.batch(256, augment=False)
        m, s = amplitudes(b["x"], b["mask"])
        mean.append(m), motion.append(s), action.append(b["action"])
    mean, motion, action = torch.cat(mean), torch.cat(motion), torch.cat(action)
    out = {}
    for i, name in enumerate(ACTIONS):
        ok = (action == i) & (motion > LEAST_AMPLITUDE)
        logs = [v[ok].clamp_min(LEAST_AMPLITUDE).log() for v in (mean, motion)]
        told = lambda v: [round(float(v.median()), 3), round(float((v.quantile(0.75) - v.quantile(0.25)) / 1.35), 3)]
        out[name] = dict(mean=told(logs[0]), motion=told(logs[1])) if ok.sum() > 20 else None
    return out


if __name__ == "__main__":
    p = argparse.ArgumentParser()
    p.add_argument("checkpoint")
    p.add_argument("folder")
    p.add_argument("--data", nargs="+", required=True)
    p.add_argument("--told")
    o = p.parse_args()
    os.makedirs(o.folder, exist_ok=True)
    state = torch.load(o.checkpoint, map_location="cpu", weights_only=False)
    net = MotionPrior(**state["config"]).eval()
    net.load_state_dict({k: v.half().float() for k, v in state["weights"].items()})
    export(net, f"{o.folder}/prior.onnx")
    difference = parity(net, f"{o.folder}/prior.onnx")
    last = state["told"]["history"][-1] if state["told"]["history"] else {}
    card = dict(
        name="motion-prior", version=1, files=describe_files(o.folder, ("prior",)), **state["config"],
        frames=FRAMES, frequencies=FREQUENCIES, patch=PATCH, hops=HOPS, mostPatches=MOST_PATCHES, frameRate=12, shift=SHIFT,
        actions=ACTIONS, leastAmplitude=LEAST_AMPLITUDE, deviations=[round(float(v), 4) for v in state["std"]],
        amplitudes=sizes_by_action(o.data),
        schedule="z = cos(level pi/2) z0 + sin(level pi/2) noise; the network predicts z0",
        samples=state["told"]["samples"], steps=state["told"]["step"],
        powerLeft=dict(levels=[0.25, 0.5, 0.75, 0.95], heldOut=[round(v, 4) for v in last.get("held", [])], bestLinearFilter=[round(v, 4) for v in state["linear"]]),
        parity=difference, **(json.load(open(o.told)) if o.told else {}),
    )
    with open(f"{o.folder}/card.json", "w") as file:
        json.dump(card, file, indent=2)
        file.write("\n")
    assert difference < 1e-3, difference
    print(json.dumps({k: card[k] for k in ("files", "parity", "amplitudes")}, indent=2))
