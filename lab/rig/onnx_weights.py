"""Weights of the networks out of models/*/*.onnx and into such files again, where no checkpoint is left.

    python lab/rig/onnx_weights.py run/student.pt models/skeleton out/      # the exported graphs with other weights
    python lab/rig/onnx_weights.py run/skinning.pt models/skinning out/ --share 0.5

The exporter keeps the names of parameters but for the matrices of linear layers, which it stores transposed under names of
its own: those are found by the bias that is added to their product. Writing takes a second where exporting takes a minute.
"""

import argparse
import json
import os
import shutil
import sys

import numpy as np
import onnx
import torch
from onnx import TensorProto, numpy_helper

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.dirname(HERE)]
from onnx_files import describe_files
from skeleton import SkeletonNetwork
from skinning import SkinningNetwork

GRAPHS = (('encoder', 'network.'), ('joint', ''))


def find_parameters(model, prefix, parameters):
    """Name of the parameter of each initializer that is one, and whether it is stored transposed."""
    graph = model.graph
    stored = {t.name.removesuffix('_half'): t for t in graph.initializer if t.data_type in (TensorProto.FLOAT, TensorProto.FLOAT16)}
    found = {name: (name.removeprefix(prefix), False) for name in stored if name.removeprefix(prefix) in parameters}
    users = {}
    for node in graph.node:
        for name in node.input:
            users.setdefault(name, []).append(node)
    for node in graph.node:
        if node.op_type == 'MatMul' and node.input[1] in stored:
            for user in users.get(node.output[0], []):
                bias = next((name for name in user.input if name.endswith('.bias') and name in found), None)
                if user.op_type == 'Add' and bias:
                    found[node.input[1]] = (found[bias][0].removesuffix('bias') + 'weight', True)
    # Parameters that are only looked up in have lost their names: they come in their order.
    for key in (key for key in parameters if key == 'decoder.pointer_gap' or key.endswith('.hops')):
        if key not in {known for known, _ in found.values()}:
            loose = [name for name, t in stored.items() if name not in found and tuple(t.dims) == tuple(parameters[key].shape)]
            if loose:
                found[loose[0]] = (key, False)
    fits = lambda name, key, turned: tuple(stored[name].dims)[::-1 if turned else 1] == tuple(parameters[key].shape)
    return {name: (stored[name], key, turned) for name, (key, turned) in found.items() if fits(name, key, turned)}


def load_skeleton(folder):
    """The network as it was exported: fp16 weights, no optimiser state."""
    network = SkeletonNetwork()
    parameters = dict(network.named_parameters())
    state = {}
    for file, prefix in GRAPHS:
        for tensor, key, turned in find_parameters(onnx.load(f'{folder}/{file}.onnx'), prefix, parameters).values():
            array = numpy_helper.to_array(tensor).astype('float32')
            state[key] = torch.from_numpy((array.T if turned else array).copy())
    missing = [key for key in parameters if key not in state]
    assert not missing, f'not found in {folder}: {missing}'
    network.load_state_dict(state, strict=False)
    return network.eval()


def load_skinning(folder):
    """The skinning network as it was exported."""
    network = SkinningNetwork()
    parameters = dict(network.named_parameters())
    found = find_parameters(onnx.load(f'{folder}/skinning.onnx'), 'network.', parameters).values()
    state = {key: torch.from_numpy((array.T if turned else array).astype('float32').reshape(parameters[key].shape))
             for tensor, key, turned in found for array in (numpy_helper.to_array(tensor),)}
    assert set(state) == set(parameters), set(parameters) - set(state)
    network.load_state_dict(state, strict=False)
    return network.eval()


def put_parameters(path, prefix, parameters, target):
    """Writes a graph with other weights."""
    model = onnx.load(path)
    put = set()
    for tensor, key, turned in find_parameters(model, prefix, parameters).values():
        array = parameters[key].detach().numpy()
        put.add(key)
        old = numpy_helper.to_array(tensor)
        tensor.CopyFrom(numpy_helper.from_array((array.T if turned else array).astype(old.dtype).reshape(old.shape).copy(), tensor.name))
    onnx.save(model, target)
    return put


def write_card(source, folder, **changes):
    card = json.load(open(f'{source}/card.json'))
    card.update(files=describe_files(folder, card['files']), **changes)
    with open(f'{folder}/card.json', 'w') as file:
        json.dump(card, file, indent=2)
        file.write('\n')


def write_skeleton(network, source, folder):
    """Writes the graphs of `source` with the weights of `network`, the refiner and the card beside them."""
    os.makedirs(folder, exist_ok=True)
    parameters = dict(network.named_parameters())
    for file, prefix in GRAPHS:
        put_parameters(f'{source}/{file}.onnx', prefix, parameters, f'{folder}/{file}.onnx')
    if os.path.abspath(source) != os.path.abspath(folder):
        shutil.copyfile(f'{source}/refiner.onnx', f'{folder}/refiner.onnx')
    write_card(source, folder)


def write_skinning(network, source, folder, share, seen):
    """Writes the graph of the skinning network with other weights and another share of the correction."""
    os.makedirs(folder, exist_ok=True)
    path, parameters = f'{folder}/skinning.onnx', dict(network.named_parameters())
    put = put_parameters(f'{source}/skinning.onnx', 'network.', parameters, path)
    assert put == set(parameters), set(parameters) - put
    model, old = onnx.load(path), json.load(open(f'{source}/card.json'))['share']
    for before, after in ((old, share), (1.1 * (1 - old), 1.1 * (1 - share))):
        scalars = [t for t in model.graph.initializer if not t.dims and t.data_type == TensorProto.FLOAT and abs(float(numpy_helper.to_array(t)) - before) < 1e-6]
        assert len(scalars) == 1, (before, len(scalars))
        scalars[0].CopyFrom(numpy_helper.from_array(np.float32(after), scalars[0].name))
    onnx.save(model, path)
    write_card(source, folder, share=share, seen=seen)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('checkpoint')
    parser.add_argument('source')
    parser.add_argument('folder')
    parser.add_argument('--share', type=float, default=1.0, help='of the skinning network: how much of the correction is applied')
    args = parser.parse_args()
    saved = torch.load(args.checkpoint, map_location='cpu', weights_only=True)
    network = (SkinningNetwork if 'pair' in saved['config'] else SkeletonNetwork)(**saved['config'])
    network.load_state_dict({key: value.float() if value.is_floating_point() else value for key, value in saved['ema'].items()})
    if 'pair' in saved['config']:
        write_skinning(network, args.source, args.folder, args.share, saved['seen'])
    else:
        write_skeleton(network, args.source, args.folder)
    print('wrote', args.folder)


if __name__ == '__main__':
    main()
