"""Runs inside Blender: imports a GLB and exports it again, with custom properties."""

import sys

import bpy
import numpy

# Debian pairs Blender 3.4 with a numpy that dropped an alias which its glTF importer uses.
numpy.bool = bool

source, target = sys.argv[sys.argv.index('--') + 1:]
bpy.ops.wm.read_factory_settings(use_empty=True)
bpy.ops.import_scene.gltf(filepath=source)
bpy.ops.export_scene.gltf(filepath=target, export_format='GLB', export_extras=True)
