"""Runs inside Blender: imports a file, plays each action on its armature, writes the vertices of some frames as JSON."""

import json
import sys

import bpy
import numpy

# Debian pairs Blender 3.4 with a numpy that dropped an alias which its glTF importer uses.
numpy.bool = bool

source, target = sys.argv[sys.argv.index('--') + 1:]
bpy.ops.wm.read_factory_settings(use_empty=True)
if source.endswith('.fbx'):
    bpy.ops.import_scene.fbx(filepath=source)
else:
    bpy.ops.import_scene.gltf(filepath=source)
scene = bpy.context.scene
rate = scene.render.fps / scene.render.fps_base
armature = next(thing for thing in scene.objects if thing.type == 'ARMATURE')
meshes = [thing for thing in scene.objects
          if thing.type == 'MESH' and any(modifier.type == 'ARMATURE' for modifier in thing.modifiers)]
armature.animation_data_create()
for track in list(armature.animation_data.nla_tracks):
    armature.animation_data.nla_tracks.remove(track)
actions = []
for action in bpy.data.actions:
    if not any('pose.bones' in curve.data_path for curve in action.fcurves):
        continue
    armature.animation_data.action = action
    first, last = action.frame_range
    frames = []
    for frame in sorted({round(first + (last - first) * share) for share in (0, 0.25, 0.5, 0.75)}):
        scene.frame_set(frame)
        graph = bpy.context.evaluated_depsgraph_get()
        vertices = []
        for mesh in meshes:
            posed = mesh.evaluated_get(graph)
            for vertex in posed.data.vertices:
                vertices.extend(posed.matrix_world @ vertex.co)
        frames.append({'frame': frame, 'vertices': vertices})
    actions.append({'name': action.name, 'frames': frames})
with open(target, 'w') as file:
    json.dump({'version': bpy.app.version_string, 'frameRate': rate, 'actions': actions}, file)
