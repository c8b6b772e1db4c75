"""What `npm run lab -- dataset build` wrote: rigs with their frames, and which of them training may see.

A *group* is a set of rigs with the same tree, so that one's clips fit the other.
"""

import hashlib
import json
from collections import defaultdict

import numpy as np
from safetensors.numpy import load_file

SIZES = (24, 48, 80)  # joints of a padded rig
HELD_OUT_SHARE = 0.22  # of the families of every body plan
FAR_SOURCES = ('mesh2motion', 'luanti-mobs_animal', 'luanti-mobs_monster', 'gdquest-robots', 'polygonalmind-creatures')
PART_SOURCES = ('luanti-animalworld', 'luanti-livingfloatlands', 'luanti-livingcavesmobs', 'luanti-livingnether',
                'luanti-people', 'luanti-marinaramobs')  # bodies joined from boxes
GEOMETRY = ('radius', 'centroid', 'covariance', 'hasSkin')


def stable(text):
    return int(hashlib.md5(text.encode()).hexdigest()[:8], 16)


def read_rigs(folder):
    """One dictionary per rig: its rows of the shards, and its frames."""
    rows = json.load(open(f'{folder}/rigs.json'))
    joints, poses = load_file(f'{folder}/rigs.safetensors'), load_file(f'{folder}/poses.safetensors')
    for row in rows:
        span = slice(row['jointStart'], row['jointStart'] + row['jointCount'])
        for key in ('parents', 'rest', 'partners', *GEOMETRY):
            row[key] = joints[key][span]
        start, count = row['rotationStart'], row['frameCount'] * row['jointCount']
        row['rotations'] = poses['rotations'][start:start + count].reshape(row['frameCount'], row['jointCount'], 4)
        row['heights'] = poses['heights'][row['frameStart']:row['frameStart'] + row['frameCount']]
    return rows


def hold_out(rigs, far=False):
    """Families and (family, clip) pairs that training never sees, the same for everybody: some of every body plan, or,
    for what is `far` from all that is known, all of some sources, everything real with many legs and half of what was
    joined from boxes."""
    plans, clips = defaultdict(set), defaultdict(set)
    for rig in rigs:
        if rig['source'] not in ('posespace', 'cmu-mocap'):
            plans[rig['bodyPlan']].add(rig['family'])
        clips[rig['family']] |= {clip['name'] for clip in rig['clips'] if 'lentBy' not in clip}
    families = set()
    if far:
        families = {rig['family'] for rig in rigs if rig['source'] in FAR_SOURCES
                    or rig['source'] != 'posespace' and rig['bodyPlan'] == 'many-legged'
                    or rig['source'] in PART_SOURCES and stable(rig['family']) % 2}
        plans = {}
    for names in plans.values():
        ordered = sorted(names, key=stable)
        if len(ordered) >= 3:
            families |= set(ordered[:max(1, round(HELD_OUT_SHARE * len(ordered)))])
    held = set()
    for family, names in clips.items():
        if family in families or family.startswith('posespace'):
            continue
        ordered = sorted(names, key=lambda name: stable(family + name))
        many = len(ordered) // 10 if family.startswith('cmu') else (len(ordered) // 6 if len(ordered) >= 4 else 0)
        held |= {(family, name) for name in ordered[:max(many, 1 if len(ordered) >= 4 else 0)]}
    return families, held


def bone_directions(rig):
    bones = rig['rest'][1:] - rig['rest'][rig['parents'][1:]]
    lengths = np.linalg.norm(bones, axis=1, keepdims=True)
    return bones / np.maximum(lengths, 1e-6), lengths[:, 0]


def make_groups(rigs, families, held, own=1.0):
    """Rigs of a family with the same tree and bones within 12 degrees share their frames."""
    groups = []

    def may_see(rig, clip):  # a clip is its lender's wherever it is played
        family = clip.get('lentBy', rig['family'])
        return family not in families and (family, clip['name']) not in held

    for rig in rigs:
        if rig['family'] in families or rig['jointCount'] > SIZES[-1]:
            continue
        directions, lengths = bone_directions(rig)
        for group in groups:
            first = group['rigs'][0]
            if first['family'] != rig['family'] or not np.array_equal(first['parents'], rig['parents']):
                continue
            other, sizes = bone_directions(first)
            real = np.minimum(sizes, lengths) > 1e-3
            angles = np.degrees(np.arccos(np.clip((other * directions).sum(1), -1, 1)))[real]
            if len(angles) == 0 or angles.mean() < 12:
                group['rigs'].append(rig)
                break
        else:
            groups.append(dict(rigs=[rig], family=rig['family'], plan=rig['bodyPlan']))
    for group in groups:
        frames = [(rig, clip) for rig in group['rigs'] for clip in rig['clips'] if may_see(rig, clip)]
        pick = lambda key: [rig[key][clip['start']:clip['start'] + clip['count']] for rig, clip in frames]
        group['rotations'] = np.concatenate(pick('rotations')) if frames else None
        group['heights'] = np.concatenate(pick('heights')) if frames else None
    groups = [group for group in groups if group['rotations'] is not None]
    balance(groups, own)
    return groups


def balance(groups, own):
    """Weight of a group: the square root of its family's frames, then the square root of its body plan's share; those of
    procedural creatures count `own` times as much."""
    family, plan = defaultdict(float), defaultdict(float)
    for group in groups:
        family[group['family']] += len(group['heights'])
    for group in groups:
        name = group['family']
        group['weight'] = family[name] ** 0.5 * len(group['heights']) / family[name]
        plan[group['plan']] += group['weight']
    for group in groups:
        group['weight'] *= plan[group['plan']] ** -0.5 * (own if group['family'].startswith('posespace') else 1)
