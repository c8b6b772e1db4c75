"""Writes the state of a training run as models/skeleton/{encoder,joint}.onnx (int8 weights, fp32 arithmetic) and card.json.

    python lab/rig/write/export.py run/ models/skeleton [--card run/card.json] [--half]

`--card` holds what is known beyond the files (data, figures, calibration); its keys go into the card. `--half`: fp16 weights.
Both graphs are compared with PyTorch before anything is called done.
"""

import argparse
import json
import os
import sys

import numpy as np
import onnxruntime
import torch

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.dirname(os.path.dirname(HERE))]
from onnx_files import describe_files, halve_weights, quantize_weights
from skeleton import BINS, DETAILS, GLOBALS, HEADINGS, LATENTS, MOST_JOINTS, PLAN, POINTS, ROLES, TOKENS, EncoderExport, JointExport, SkeletonNetwork
from state_parts import read_state

NAMES = dict(
    encoder=(['points'], ['keys', 'plan', 'up', 'facing', 'part']),
    joint=(['h', 'role', 'states', 'places', 'index', 'first', 'plan', 'detail', 'keys', 'past'],
           ['parent', 'place', 'score', 'grown', 'state', 'roles']),
)


def inputs_for(network, batch=3, joints=7, seed=0):
    g = torch.Generator().manual_seed(seed)
    random = lambda *shape: torch.randn(*shape, generator=g) * 0.3
    whole = lambda top, *shape: torch.randint(0, top, shape, generator=g)
    width, heads, layers = (network.config[k] for k in ('width', 'heads', 'decoder_layers'))
    plan = torch.stack([whole(size + 1, batch) for size in PLAN.values()], 1)
    points = random(batch, POINTS, 6)
    return dict(
        encoder=(points,),
        joint=(random(batch, width), whole(TOKENS, batch), random(batch, joints, width), random(batch, joints, 3), whole(MOST_JOINTS, batch),
               torch.zeros(batch), plan, whole(len(DETAILS), batch), random(layers, 2, batch, heads, LATENTS + GLOBALS, width // heads),
               random(layers, 2, batch, heads, joints + 1, width // heads)),
    )


def export(modules, network, folder, store):
    B, J, T = torch.export.Dim('batch', min=1, max=64), torch.export.Dim('rows', min=1, max=256), torch.export.Dim('past', min=1, max=256)
    shapes = dict(
        encoder=({0: B},),
        joint=({0: B}, {0: B}, {0: B, 1: J}, {0: B, 1: J}, {0: B}, {0: B}, {0: B}, {0: B}, {2: B}, {2: B, 4: T}),
    )
    for name, module in modules.items():
        inputs, outputs = NAMES[name]
        torch.onnx.export(module, inputs_for(network)[name], f'{folder}/{name}.onnx', dynamo=True, input_names=inputs, output_names=outputs,
                          external_data=False, dynamic_shapes=shapes[name])
        store(f'{folder}/{name}.onnx')


def parity(modules, network, folder):
    """Largest difference to PyTorch over the largest output, per graph: what the smaller weights cost."""
    worst = {}
    for name, module in modules.items():
        session = onnxruntime.InferenceSession(f'{folder}/{name}.onnx', providers=['CPUExecutionProvider'])
        worst[name] = 0.0
        for batch, joints in ((1, 1), (2, 5), (8, 33)):
            given = inputs_for(network, batch, joints, joints)[name]
            with torch.no_grad():
                wanted = module(*given)
            fed = {key: value.numpy() for key, value in zip(NAMES[name][0], given)}
            for got, want in zip(session.run(None, fed), wanted):
                want = want.numpy()
                if want.dtype == np.float32:
                    worst[name] = max(worst[name], float(np.abs(got - want).max() / max(1e-6, np.abs(want).max())))
    return worst


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('state')
    parser.add_argument('folder')
    parser.add_argument('--card')
    parser.add_argument('--half', action='store_true')
    args = parser.parse_args()
    os.makedirs(args.folder, exist_ok=True)
    saved = read_state(args.state)
    network = SkeletonNetwork(**saved['config']).eval()
    network.load_state_dict({key: value.float() if value.is_floating_point() else value for key, value in saved['ema'].items()})
    modules = dict(encoder=EncoderExport(network).eval(), joint=JointExport(network.decoder).eval())
    export(modules, network, args.folder, lambda path: None)
    assert max(parity(modules, network, args.folder).values()) < 1e-3  # the graphs themselves
    for name in modules:
        (halve_weights if args.half else quantize_weights)(f'{args.folder}/{name}.onnx')
    card = dict(name='skeleton', version=2, files=describe_files(args.folder, modules), **saved['config'], points=POINTS, latents=LATENTS,
                bins=BINS, mostJoints=MOST_JOINTS, headings=HEADINGS, details=DETAILS, roles=ROLES, plan=PLAN, seen=saved['seen'],
                minutes=round(saved['minutes'], 1), parity=parity(modules, network, args.folder))
    if args.card:
        card = {**card, **{key: value for key, value in json.load(open(args.card)).items() if key not in card}}
    with open(f'{args.folder}/card.json', 'w') as file:
        json.dump(card, file, indent=2)
        file.write('\n')
    print(json.dumps({key: card[key] for key in ('files', 'parity')}, indent=2))


if __name__ == '__main__':
    main()
