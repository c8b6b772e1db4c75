"""What every exported network goes through: small weights, no traces of the exporter, and its line in the card."""

import hashlib

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper


def halve_weights(path):
    """Stores large weights as fp16; a cast in front of each use gives fp32 back."""
    model = onnx.load(path)
    casts = []
    for tensor in list(model.graph.initializer):
        if tensor.data_type == TensorProto.FLOAT and np.prod(tensor.dims) > 256:
            half = numpy_helper.to_array(tensor).astype(np.float16)
            model.graph.initializer.remove(tensor)
            model.graph.initializer.append(numpy_helper.from_array(half, tensor.name + '_half'))
            casts.append(helper.make_node('Cast', [tensor.name + '_half'], [tensor.name], to=TensorProto.FLOAT))
    for i, node in enumerate(casts):
        model.graph.node.insert(i, node)
    forget_exporter(model)
    onnx.save(model, path)


def quantize_weights(path):
    """Stores large matrices as int8 with a scale per output, or per row where rows are looked up; a product in front of each
    use gives fp32 back. Half the size of `halve_weights`, and vectors stay as they are."""
    model = onnx.load(path)
    multiplied = {node.input[1] for node in model.graph.node if node.op_type == 'MatMul'}
    nodes = []
    for tensor in list(model.graph.initializer):
        if tensor.data_type != TensorProto.FLOAT or len(tensor.dims) != 2 or np.prod(tensor.dims) <= 4096:
            continue
        array = numpy_helper.to_array(tensor)
        scale = np.maximum(np.abs(array).max(0 if tensor.name in multiplied else 1, keepdims=True), 1e-12) / 127
        names = [f'{tensor.name}_{word}' for word in ('bytes', 'scale', 'float')]
        model.graph.initializer.remove(tensor)
        for name, value in zip(names, (np.round(array / scale).astype(np.int8), scale.astype(np.float32))):
            model.graph.initializer.append(numpy_helper.from_array(value, name))
        nodes += [helper.make_node('Cast', names[:1], names[2:], to=TensorProto.FLOAT), helper.make_node('Mul', [names[2], names[1]], [tensor.name])]
    for i, node in enumerate(nodes):
        model.graph.node.insert(i, node)
    forget_exporter(model)
    onnx.save(model, path)


def forget_exporter(model):
    del model.metadata_props[:]
    for node in model.graph.node:
        del node.metadata_props[:]
        node.doc_string = ''


def describe_files(folder, names):
    files = {}
    for name in names:
        content = open(f'{folder}/{name}.onnx', 'rb').read()
        files[name] = dict(path=f'{name}.onnx', bytes=len(content), sha256=hashlib.sha256(content).hexdigest())
    return files
