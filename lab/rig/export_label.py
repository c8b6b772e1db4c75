"""Writes a checkpoint of the labelling network as models/label/label.onnx (fp16 weights, fp32 arithmetic) and card.json.

    python lab/rig/export_label.py run/label.pt models/label [--card run/card.json]
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
from label import HEADINGS, HOPS, LabelNetwork, tree_codes
from label_variants import ROLES, UNSAID
from onnx_files import describe_files, halve_weights

INPUTS, OUTPUTS = ['joints', 'parents', 'moments', 'names', 'codes', 'told'], ['role', 'side', 'moves', 'partner', 'facing', 'up']


class LabelExport(nn.Module):
    """All joints are real."""

    def __init__(self, network):
        super().__init__()
        self.network = network

    def forward(self, joints, parents, moments, names, codes, told):
        return self.network(joints, parents, moments, names, codes, told, torch.ones_like(parents, dtype=torch.bool))


def inputs_for(batch, joints, seed=0):
    g = torch.Generator().manual_seed(seed)
    parents = torch.stack([torch.tensor([-1] + [int(torch.randint(0, j, (1,), generator=g)) for j in range(1, joints)]) for _ in range(batch)])
    moments = torch.rand(batch, joints, 10, generator=g) * 0.1
    moments[..., 4:7] += 0.2
    names = torch.stack([torch.randint(0, top, (batch, joints), generator=g) for top in (UNSAID + 1, 3, 4)], -1)
    mask = torch.ones(batch, joints, dtype=torch.bool)
    return torch.randn(batch, joints, 3, generator=g) * 0.3, parents, moments, names, tree_codes(parents, mask), torch.ones(batch)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('label')
    parser.add_argument('folder')
    parser.add_argument('--card')
    args = parser.parse_args()
    os.makedirs(args.folder, exist_ok=True)
    saved = torch.load(args.label, map_location='cpu', weights_only=True)
    network = LabelNetwork(**saved['config']).eval()
    network.load_state_dict({key: value.float() if value.is_floating_point() else value for key, value in saved['ema'].items()})
    module = LabelExport(network).eval()
    B, J = torch.export.Dim('views', min=1, max=16), torch.export.Dim('joints', min=2, max=512)
    path = f'{args.folder}/label.onnx'
    torch.onnx.export(module, inputs_for(2, 7), path, dynamo=True, input_names=INPUTS, output_names=OUTPUTS, external_data=False,
                      dynamic_shapes=({0: B, 1: J}, {0: B, 1: J}, {0: B, 1: J}, {0: B, 1: J}, {0: B, 1: J, 2: J}, {0: B}))
    halve_weights(path)
    session = onnxruntime.InferenceSession(path, providers=['CPUExecutionProvider'])
    worst = 0.0
    for batch, joints in ((1, 2), (2, 5), (4, 67)):
        given = inputs_for(batch, joints, joints)
        with torch.no_grad():
            wanted = module(*given)
        for got, want in zip(session.run(None, {key: value.numpy() for key, value in zip(INPUTS, given)}), wanted):
            want = want.numpy()
            worst = max(worst, float(np.abs(got - want).max() / max(1e-6, np.abs(want).max())))
    card = dict(name='label', version=1, files=describe_files(args.folder, ['label']), **saved['config'], roles=ROLES, headings=HEADINGS, hops=HOPS,
                seen=saved['seen'], parity=worst)
    if args.card:
        card = {**card, **{key: value for key, value in json.load(open(args.card)).items() if key not in card}}
    with open(f'{args.folder}/card.json', 'w') as file:
        json.dump(card, file, indent=2)
        file.write('\n')
    print(json.dumps({key: card[key] for key in ('files', 'parity')}, indent=2))
    assert worst < 1e-3, worst


if __name__ == '__main__':
    main()
