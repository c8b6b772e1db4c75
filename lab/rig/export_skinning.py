"""Writes a checkpoint of the skinning network as models/skinning/skinning.onnx (fp16 weights, fp32 arithmetic) and card.json.

    python lab/rig/export_skinning.py run/skinning.pt models/skinning [--card run/card.json]
"""

import argparse
import json
import os
import sys

import numpy as np
import onnxruntime
import torch
from torch import nn

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.dirname(HERE)]
from onnx_files import describe_files, halve_weights
from skinning import BONE, HOPS, SAMPLE, SkinningNetwork

INPUTS, OUTPUTS = ['sample', 'sampleHeat', 'points', 'heat', 'bones', 'parents', 'hops'], ['weights']


class SkinningExport(nn.Module):
    """All joints are real, and weights come out; a share of the step away from the solver's weights is taken."""

    def __init__(self, network, share):
        super().__init__()
        self.network, self.share = network, share

    def forward(self, sample, sample_heat, points, heat, bones, parents, hops):
        logs = self.network(sample, sample_heat, points, heat, bones, parents, hops, torch.ones_like(bones[..., 0]))
        return torch.softmax(self.share * logs + (1 - self.share) * 1.1 * (heat + 1e-4).log(), -1)


def inputs_for(joints, points, seed=0):
    g = torch.Generator().manual_seed(seed)
    random = lambda *shape: torch.randn(*shape, generator=g) * 0.3
    heat = lambda rows: torch.softmax(random(1, rows, joints) * 9, -1)
    return (random(1, SAMPLE, 6), heat(SAMPLE), random(1, points, 6), heat(points), random(1, joints, BONE),
            torch.randint(-1, joints, (1, joints), generator=g), torch.randint(0, HOPS, (1, joints, joints), generator=g))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('skinning')
    parser.add_argument('folder')
    parser.add_argument('--share', type=float, default=1.0)
    parser.add_argument('--card')
    args = parser.parse_args()
    os.makedirs(args.folder, exist_ok=True)
    saved = torch.load(args.skinning, map_location='cpu', weights_only=True)
    network = SkinningNetwork(**saved['config']).eval()
    network.load_state_dict({key: value.half().float() if value.numel() > 256 else value for key, value in saved['ema'].items()})
    module = SkinningExport(network, args.share).eval()
    J, N = torch.export.Dim('joints', min=2, max=512), torch.export.Dim('vertices', min=2, max=65536)
    path = f'{args.folder}/skinning.onnx'
    torch.onnx.export(module, inputs_for(7, 33), path, dynamo=True, input_names=INPUTS, output_names=OUTPUTS, external_data=False,
                      dynamic_shapes=(None, {2: J}, {1: N}, {1: N, 2: J}, {1: J}, {1: J}, {1: J, 2: J}))
    halve_weights(path)
    session = onnxruntime.InferenceSession(path, providers=['CPUExecutionProvider'])
    worst = 0.0
    for joints, points in ((2, 2), (40, 500), (90, 64)):
        given = inputs_for(joints, points, joints)
        with torch.no_grad():
            want = module(*given).numpy()
        got = session.run(None, {key: value.numpy() for key, value in zip(INPUTS, given)})[0]
        worst = max(worst, float(np.abs(got - want).max()))
    card = dict(name='skinning', version=1, files=describe_files(args.folder, ['skinning']), **saved['config'], sample=SAMPLE, hops=HOPS,
                share=args.share, seen=saved['seen'], parity=worst)
    if args.card:
        card = {**card, **{key: value for key, value in json.load(open(args.card)).items() if key not in card}}
    with open(f'{args.folder}/card.json', 'w') as file:
        json.dump(card, file, indent=2)
        file.write('\n')
    print(json.dumps({key: card[key] for key in ('files', 'parity')}, indent=2))
    assert worst < 1e-3, worst


if __name__ == '__main__':
    main()
