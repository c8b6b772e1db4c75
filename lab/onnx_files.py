"""What every exported network goes through: fp16 weights, no traces of the exporter, and its line in the card."""

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
    del model.metadata_props[:]
    for node in model.graph.node:
        del node.metadata_props[:]
        node.doc_string = ''
    onnx.save(model, path)


def describe_files(folder, names):
    files = {}
    for name in names:
        content = open(f'{folder}/{name}.onnx', 'rb').read()
        files[name] = dict(path=f'{name}.onnx', bytes=len(content), sha256=hashlib.sha256(content).hexdigest())
    return files
