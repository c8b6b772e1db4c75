"""Reads the weights of the skeleton network back from models/skeleton/*.onnx, where no checkpoint is left.

The exporter keeps the names of parameters but for the matrices of linear layers, which it stores transposed under names of
its own: those are found by the bias that is added to their product.
"""

import onnx
import torch
from onnx import numpy_helper

from skeleton import SkeletonNetwork


def graph_weights(path, prefix=''):
    graph = onnx.load(path).graph
    arrays = {t.name.removesuffix('_half'): numpy_helper.to_array(t).astype('float32') for t in graph.initializer if t.data_type in (1, 10)}
    state = {name.removeprefix(prefix): array for name, array in arrays.items()}
    users = {}
    for node in graph.node:
        for name in node.input:
            users.setdefault(name, []).append(node)
    for node in graph.node:
        matrix = arrays.get(node.input[1]) if node.op_type == 'MatMul' else None
        if matrix is None:
            continue
        for user in users.get(node.output[0], []):
            bias = next((name for name in user.input if name.endswith('.bias') and name in arrays), None)
            if user.op_type == 'Add' and bias:
                state[bias.removeprefix(prefix).removesuffix('bias') + 'weight'] = matrix.T
    return state, arrays


def load_skeleton(folder):
    """The network as it was exported: fp16 weights, no optimiser state."""
    network = SkeletonNetwork()
    state = {}
    for file, prefix in (('encoder', 'network.'), ('joint', '')):
        found, arrays = graph_weights(f'{folder}/{file}.onnx', prefix)
        state.update({key: value for key, value in found.items() if key not in state})
    loose = [array for array in arrays.values() if array.shape == network.decoder.pointer_gap.shape]
    own = network.state_dict()
    for key in own:
        if key == 'decoder.pointer_gap' and key not in state and len(loose) == 1:
            state[key] = loose[0]
    buffers = {name for name, _ in network.named_buffers()}
    missing = [key for key in own if key not in buffers and (key not in state or state[key].shape != tuple(own[key].shape))]
    assert not missing, f'not found in {folder}: {missing}'
    network.load_state_dict({key: torch.from_numpy(state[key].copy()) if key in state and state[key].shape == tuple(own[key].shape) else own[key] for key in own})
    return network.eval()
