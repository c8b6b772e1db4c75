"""Weights of the skeleton network out of models/skeleton/*.onnx and into such files again, where no checkpoint is left.

    python lab/rig/onnx_weights.py run/student.pt models/skeleton out/      # the exported graphs with other weights

The exporter keeps the names of parameters but for the matrices of linear layers, which it stores transposed under names of
its own: those are found by the bias that is added to their product. Writing takes a second where exporting takes a minute.
"""

import json
import os
import shutil
import sys

import onnx
import torch
from onnx import TensorProto, numpy_helper

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.dirname(HERE)]
from onnx_files import describe_files
from skeleton import SkeletonNetwork

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
    loose = [name for name, t in stored.items() if name not in found and tuple(t.dims) == tuple(parameters['decoder.pointer_gap'].shape)]
    if len(loose) == 1:
        found[loose[0]] = ('decoder.pointer_gap', False)
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


def write_skeleton(network, source, folder):
    """Writes the graphs of `source` with the weights of `network`, the refiner and the card beside them."""
    os.makedirs(folder, exist_ok=True)
    parameters = dict(network.named_parameters())
    for file, prefix in GRAPHS:
        model = onnx.load(f'{source}/{file}.onnx')
        for tensor, key, turned in find_parameters(model, prefix, parameters).values():
            array = parameters[key].detach().numpy()
            old = numpy_helper.to_array(tensor)
            tensor.CopyFrom(numpy_helper.from_array((array.T if turned else array).astype(old.dtype).reshape(old.shape).copy(), tensor.name))
        onnx.save(model, f'{folder}/{file}.onnx')
    if os.path.abspath(source) != os.path.abspath(folder):
        shutil.copyfile(f'{source}/refiner.onnx', f'{folder}/refiner.onnx')
    card = json.load(open(f'{source}/card.json'))
    card.update(files=describe_files(folder, card['files']))
    with open(f'{folder}/card.json', 'w') as file:
        json.dump(card, file, indent=2)
        file.write('\n')


if __name__ == '__main__':
    checkpoint, source, folder = sys.argv[1:]
    saved = torch.load(checkpoint, map_location='cpu', weights_only=True)
    network = SkeletonNetwork(**saved['config'])
    network.load_state_dict(saved['ema'])
    write_skeleton(network, source, folder)
    print('wrote', folder)
