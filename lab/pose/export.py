"""Writes a checkpoint as models/pose/{encoder,step}.onnx (fp16 weights, fp32 arithmetic) and card.json.

    python lab/pose/export.py checkpoint.pt models/pose --data shards/card.json --metrics test.json seen.json

`--metrics` are files that `npm run lab -- eval pose -o` wrote. Both graphs are compared with PyTorch before anything is
called done.
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
from kinematics import HEIGHT_SCALE, POSITION_SCALE, ROTATION_SCALE
from model import FEATURES, HANDLES, HOPS, RELATIONS, STATE, Attention, PoseModel
from onnx_files import describe_files, halve_weights


def inputs_for(joints, seed=0, batch=2):
    g = torch.Generator().manual_seed(seed)
    return dict(
        features=torch.randn(1, joints, FEATURES, generator=g),
        hops=torch.randint(0, HOPS, (1, joints, joints), generator=g),
        relations=torch.randint(0, RELATIONS, (1, joints, joints), generator=g),
        state=torch.randn(batch, joints, STATE, generator=g),
        time=torch.rand(batch, generator=g),
        handles=torch.randn(batch, joints, HANDLES, generator=g) * 0.3,
    )


def export(model, folder):
    for module in model.modules():
        if isinstance(module, Attention):
            module.plain = True
    x = inputs_for(37)
    with torch.no_grad():
        context, bias = model.encoder(x['features'], x['hops'], x['relations'])
    joints = torch.export.Dim('joints', min=2, max=1024)
    batch = torch.export.Dim('batch', min=1, max=4096)
    torch.onnx.export(
        model.encoder, (x['features'], x['hops'], x['relations']), f'{folder}/encoder.onnx', dynamo=True,
        input_names=['features', 'hops', 'relations'], output_names=['context', 'bias'], external_data=False,
        dynamic_shapes=({1: joints}, {1: joints, 2: joints}, {1: joints, 2: joints}, None)[:3],
    )
    torch.onnx.export(
        model.step, (x['state'], x['time'], x['handles'], context, bias), f'{folder}/step.onnx', dynamo=True,
        input_names=['state', 'time', 'handles', 'context', 'bias'], output_names=['clean'], external_data=False,
        dynamic_shapes=({0: batch, 1: joints}, {0: batch}, {0: batch, 1: joints}, {1: joints}, {3: joints, 4: joints}),
    )
    for name in ('encoder', 'step'):
        halve_weights(f'{folder}/{name}.onnx')


def parity(model, folder):
    """Largest difference to PyTorch with the same fp16 weights, over the largest output."""
    worst = 0.0
    encoder = onnxruntime.InferenceSession(f'{folder}/encoder.onnx', providers=['CPUExecutionProvider'])
    step = onnxruntime.InferenceSession(f'{folder}/step.onnx', providers=['CPUExecutionProvider'])
    for joints in (3, 24, 64, 128):
        x = inputs_for(joints, joints)
        with torch.no_grad():
            context, bias = model.encoder(x['features'], x['hops'], x['relations'])
            clean = model.step(x['state'], x['time'], x['handles'], context, bias).numpy()
        got = encoder.run(None, {k: x[k].numpy() for k in ('features', 'hops', 'relations')})
        fed = {k: x[k].numpy() for k in ('state', 'time', 'handles')}
        out = step.run(None, dict(fed, context=got[0], bias=got[1]))[0]
        worst = max(worst, float(np.abs(out - clean).max() / np.abs(clean).max()))
    return worst


def summarise(paths):
    """What the evaluations say, by how near the rigs are to those trained on."""
    return {split: {key: group[key] for key in ('rigs', 'mean', 'ratio')}
            for path in paths for split, group in json.load(open(path))['bySplit'].items() if group['rigs'] > 0}


def write_card(folder, checkpoint, difference, data, metrics):
    files = describe_files(folder, ('encoder', 'step'))
    card = dict(
        name='pose', version=1, files=files, **checkpoint['config'],
        features=FEATURES, state=STATE, handles=HANDLES,
        scales=dict(rotation=ROTATION_SCALE, height=HEIGHT_SCALE, position=POSITION_SCALE),
        schedule='x_t = cos(t pi/2) x0 + sin(t pi/2) noise; the network predicts x0',
        parity=difference, **checkpoint.get('card', {}),
    )
    if data:
        known = json.load(open(data))
        card['data'] = {key: known[key] for key in ('command', 'rigs', 'families', 'frames', 'bodyPlans', 'sources')}
    if metrics:
        card['metrics'] = summarise(metrics)
    with open(f'{folder}/card.json', 'w') as file:
        json.dump(card, file, indent=2)
        file.write('\n')
    return card


if __name__ == '__main__':
    parser = argparse.ArgumentParser()
    parser.add_argument('checkpoint')
    parser.add_argument('folder')
    parser.add_argument('--data')
    parser.add_argument('--metrics', nargs='*')
    args = parser.parse_args()
    os.makedirs(args.folder, exist_ok=True)
    checkpoint = torch.load(args.checkpoint, map_location='cpu', weights_only=True)
    model = PoseModel(**checkpoint['config']).eval()
    model.load_state_dict({k: v.half().float() for k, v in checkpoint['ema'].items()})
    export(model, args.folder)
    card = write_card(args.folder, checkpoint, parity(model, args.folder), args.data, args.metrics)
    assert card['parity'] < 1e-3, card['parity']
    print(json.dumps({k: card[k] for k in ('files', 'parity')}, indent=2))
