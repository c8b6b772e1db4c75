"""Writes checkpoints as models/skeleton/{encoder,joint,refiner}.onnx (fp16 weights, fp32 arithmetic) and card.json.

    python lab/rig/export.py run/skeleton.pt run/refiner.pt models/skeleton [--card run/card.json]

`--card` holds what is known beyond the files (data, figures, calibration); its keys go into the card. All graphs are
compared with PyTorch before anything is called done.
"""

import argparse
import json
import os
import sys

import numpy as np
import onnxruntime
import torch

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.dirname(HERE)]
from onnx_files import describe_files, halve_weights
from refiner import Refiner
from skeleton import BINS, LATENTS, MOST_JOINTS, PLAN, POINTS, ROLES, TOKENS, EncoderExport, JointExport, SkeletonNetwork

NAMES = dict(
    encoder=(['points'], ['keys', 'plan', 'up', 'facing', 'part']),
    joint=(['h', 'role', 'states', 'places', 'index', 'first', 'plan', 'style', 'keys', 'past'],
           ['parent', 'place', 'score', 'grown', 'state', 'roles']),
    refiner=(['points', 'joints', 'role', 'toParent', 'toChildren', 'hasParent', 'hasChildren'], ['moved']),
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
               torch.zeros(batch), plan, whole(8, batch), random(layers, 2, batch, heads, LATENTS + 8, width // heads),
               random(layers, 2, batch, heads, joints + 1, width // heads)),
        refiner=(points, random(batch, joints, 3), whole(TOKENS, batch, joints), random(batch, joints, 3), random(batch, joints, 3),
                 torch.ones(batch, joints, 1), torch.ones(batch, joints, 1)),
    )


def export(modules, network, folder):
    B, J, T = torch.export.Dim('batch', min=1, max=64), torch.export.Dim('rows', min=1, max=256), torch.export.Dim('past', min=1, max=256)
    shapes = dict(
        encoder=({0: B},),
        joint=({0: B}, {0: B}, {0: B, 1: J}, {0: B, 1: J}, {0: B}, {0: B}, {0: B}, {0: B}, {2: B}, {2: B, 4: T}),
        refiner=({0: B}, {0: B, 1: J}, {0: B, 1: J}, {0: B, 1: J}, {0: B, 1: J}, {0: B, 1: J}, {0: B, 1: J}),
    )
    for name, module in modules.items():
        inputs, outputs = NAMES[name]
        torch.onnx.export(module, inputs_for(network)[name], f'{folder}/{name}.onnx', dynamo=True, input_names=inputs, output_names=outputs,
                          external_data=False, dynamic_shapes=shapes[name])
        halve_weights(f'{folder}/{name}.onnx')


def parity(modules, network, folder):
    """Largest difference to PyTorch with the same fp16 weights, over the largest output, per graph."""
    worst = {}
    for name, module in modules.items():
        session = onnxruntime.InferenceSession(f'{folder}/{name}.onnx', providers=['CPUExecutionProvider'])
        worst[name] = 0.0
        for batch, joints in ((1, 1), (2, 5), (8, 33)):
            given = inputs_for(network, batch, joints, joints)[name]
            with torch.no_grad():
                wanted = module(*given)
            wanted = wanted if isinstance(wanted, tuple) else (wanted,)
            fed = {key: value.numpy() for key, value in zip(NAMES[name][0], given)}
            for got, want in zip(session.run(None, fed), wanted):
                want = want.numpy()
                worst[name] = max(worst[name], float(np.abs(got - want).max() / max(1e-6, np.abs(want).max())))
    return worst


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('skeleton')
    parser.add_argument('refiner')
    parser.add_argument('folder')
    parser.add_argument('--card')
    args = parser.parse_args()
    os.makedirs(args.folder, exist_ok=True)
    saved = torch.load(args.skeleton, map_location='cpu', weights_only=True)
    network = SkeletonNetwork(**saved['config']).eval()
    network.load_state_dict({key: value.half().float() if value.numel() > 256 else value for key, value in saved['ema'].items()})
    refiner = Refiner().eval()
    weights = torch.load(args.refiner, map_location='cpu', weights_only=True)
    refiner.load_state_dict({key: value.half().float() if value.numel() > 256 else value for key, value in weights.items()})
    modules = dict(encoder=EncoderExport(network).eval(), joint=JointExport(network.decoder).eval(), refiner=refiner)
    export(modules, network, args.folder)
    worst = parity(modules, network, args.folder)
    card = dict(name='skeleton', version=1, files=describe_files(args.folder, modules), **saved['config'], points=POINTS, latents=LATENTS,
                bins=BINS, mostJoints=MOST_JOINTS, roles=ROLES, plan=PLAN, seen=saved['seen'], parity=worst)
    if args.card:
        card = {**card, **{key: value for key, value in json.load(open(args.card)).items() if key not in card}}
    with open(f'{args.folder}/card.json', 'w') as file:
        json.dump(card, file, indent=2)
        file.write('\n')
    print(json.dumps({key: card[key] for key in ('files', 'parity')}, indent=2))
    assert max(worst.values()) < 1e-3, worst


if __name__ == '__main__':
    main()
