"""Shards to training examples: rigs and their frames, variants of their trees, and the pool that batches come from.

`posespace dataset build` wrote the shards. A *group* is a set of rigs with the same tree, so that one's clips fit the
other. A *variant* is a tree made from a rig: joints left out, pooled or added, a limb that moves by another frame
(mixing) or that came from another creature (grafting). Variants are made once, on the CPU; all else that makes poses
diverse (proportions, mirror image, heading, another rest pose, synthetic poses) is drawn anew for every example on the
device. Re-rooting is not among it: a joint has one rotation for all its bones, so a tree hung from elsewhere cannot
repeat the real positions.
"""

import hashlib
import json
import math
from collections import defaultdict
from multiprocessing import Pool

import numpy as np
import torch
from safetensors.numpy import load_file

from kinematics import (cross_matrix, encode_state, exponential, gather, global_rotations, joint_positions,
                        local_rotations, multiply, quaternion_to_matrix, rotate)

SIZES = (24, 48, 80)  # joints of a padded rig
MOST_HANDLES = {24: 12, 48: 20, 80: 28}  # by size
HELD_OUT_SHARE = 0.22  # of the families of every body plan
GEOMETRY = ('radius', 'centroid', 'covariance', 'hasSkin')


def stable(text):
    return int(hashlib.md5(text.encode()).hexdigest()[:8], 16)


# --- reading -----------------------------------------------------------------------------------------------------

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


def hold_out(rigs):
    """Families and (family, clip) pairs that training never sees, by body plan; the same for everybody."""
    plans, clips = defaultdict(set), defaultdict(set)
    for rig in rigs:
        if rig['source'] not in ('posespace', 'cmu-mocap'):
            plans[rig['bodyPlan']].add(rig['family'])
        clips[rig['family']] |= {clip['name'] for clip in rig['clips']}
    families = set()
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


def make_groups(rigs, families, held):
    """Rigs of a family with the same tree and bones within 12 degrees share their frames."""
    groups = []
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
        frames = [(rig, clip) for rig in group['rigs'] for clip in rig['clips']
                  if (rig['family'], clip['name']) not in held]
        pick = lambda key: [rig[key][clip['start']:clip['start'] + clip['count']] for rig, clip in frames]
        group['rotations'] = np.concatenate(pick('rotations')) if frames else None
        group['heights'] = np.concatenate(pick('heights')) if frames else None
    groups = [group for group in groups if group['rotations'] is not None]
    balance(groups)
    return groups


def balance(groups):
    """Weight of a group: the square root of its family's frames, then the square root of its body plan's share."""
    family, plan = defaultdict(float), defaultdict(float)
    for group in groups:
        family[group['family']] += len(group['heights'])
    for group in groups:
        name = group['family']
        group['weight'] = family[name] ** 0.5 * len(group['heights']) / family[name]
        plan[group['plan']] += group['weight']
    for group in groups:
        group['weight'] *= plan[group['plan']] ** -0.5


# --- variants of a tree ------------------------------------------------------------------------------------------

class Tree:
    """A rig in the making: one list per property. `source` says which joint of which slot a joint moves like."""

    def __init__(self, rig, slot=0):
        count = len(rig['parents'])
        self.parents = [int(p) for p in rig['parents']]
        self.source = [(slot, j) for j in range(count)]
        self.rest = [rig['rest'][j].astype(np.float64) for j in range(count)]
        self.geometry = [{key: np.copy(rig[key][j]) for key in GEOMETRY} for j in range(count)]
        self.partners = [int(p) for p in rig['partners']]
        self.alive = [True] * count
        self.aim = [-1] * count  # the child a pooled joint must point to
        self.from_parent = [-1] * count  # grafted limbs: the joint of the source that they hung from

    def children(self, joint):
        return [k for k, p in enumerate(self.parents) if p == joint and self.alive[k]]

    def subtree(self, joint):
        found = [joint]
        for k in found:
            found += self.children(k)
        return found

    def count(self):
        return sum(self.alive)

    def add(self, parent, source, rest, geometry, partner=-1):
        self.parents.append(parent)
        self.source.append(source)
        self.rest.append(rest)
        self.geometry.append({key: np.copy(value) for key, value in geometry.items()})
        self.partners.append(partner)
        self.alive.append(True)
        self.aim.append(-1)
        self.from_parent.append(-1)
        return len(self.parents) - 1


def limbs(parents):
    """Joints that start a limb: their parent has other children; the limb has two joints at least, not most of all."""
    count = len(parents)
    sizes, children = np.ones(count, int), np.zeros(count, int)
    for j in range(count - 1, 0, -1):
        sizes[parents[j]] += sizes[j]
        children[parents[j]] += 1
    return [j for j in range(1, count) if children[parents[j]] > 1 and 2 <= sizes[j] <= 0.6 * count]


def reach(tree, joint):
    return max(np.linalg.norm(tree.rest[k] - tree.rest[joint]) for k in tree.subtree(joint))


def mix_limbs(tree, rng):
    """Some limbs move by another frame of the same creature."""
    for joint in limbs(tree.parents):
        if rng.random() < 0.4 and tree.source[joint][0] == 0:
            tree.from_parent[joint] = tree.parents[joint]
            for k in tree.subtree(joint):
                tree.source[k] = (1, tree.source[k][1])


def graft(tree, donor, rng, most):
    """A limb (and its mirror partner) gives way to a limb of another creature, or that limb is added."""
    sites, gifts = limbs(tree.parents), limbs(donor['parents'])
    if not sites or not gifts:
        return
    site, gift = int(rng.choice(sites)), int(rng.choice(gifts))
    pairs = [(site, gift)]
    if tree.partners[site] >= 0 and donor['partners'][gift] >= 0:
        pairs.append((tree.partners[site], int(donor['partners'][gift])))
    other = Tree(donor, slot=1)
    for site, gift in pairs:
        limb = other.subtree(gift)
        if tree.count() + len(limb) > most or not tree.alive[site]:
            return
        scale = reach(tree, site) / max(reach(other, gift), 1e-3) * rng.uniform(0.7, 1.4)
        index = {}
        for k in limb:
            parent = tree.parents[site] if k == gift else index[other.parents[k]]
            rest = tree.rest[site] + (other.rest[k] - other.rest[gift]) * scale
            index[k] = tree.add(parent, (1, k), rest, other.geometry[k])
            for key, power in (('radius', 1), ('centroid', 1), ('covariance', 2)):
                tree.geometry[index[k]][key] = tree.geometry[index[k]][key] * scale**power
        tree.from_parent[index[gift]] = int(donor['parents'][gift])
        for k in tree.subtree(site):
            tree.alive[k] = False


def remove_leaves(tree, rng):
    for _ in range(rng.integers(1, max(2, tree.count() // 5 + 1))):
        leaves = [j for j in range(1, len(tree.parents)) if tree.alive[j] and not tree.children(j)]
        if tree.count() <= 4 or not leaves:
            return
        weights = np.array([1 / (np.linalg.norm(tree.rest[j] - tree.rest[tree.parents[j]]) + 0.02) for j in leaves])
        tree.alive[int(rng.choice(leaves, p=weights / weights.sum()))] = False


def pool_chains(tree, rng):
    """Joints inside a chain go; their parent is turned so that the next joint stays where it was."""
    for _ in range(rng.integers(1, max(2, tree.count() // 8 + 1))):
        inner = [j for j in range(1, len(tree.parents)) if tree.alive[j] and tree.aim[j] < 0
                 and tree.from_parent[j] < 0 and len(tree.children(j)) == 1
                 and len(tree.children(tree.parents[j])) == 1]
        inner = [j for j in inner if tree.from_parent[tree.children(j)[0]] < 0]
        if not inner or tree.count() <= 4:
            return
        joint = int(rng.choice(inner))
        child, parent = tree.children(joint)[0], tree.parents[joint]
        tree.alive[joint] = False
        tree.parents[child] = parent
        tree.aim[parent] = child


def insert_joints(tree, rng, most):
    """A bone is cut in two; the new joint moves with its parent."""
    for _ in range(rng.integers(1, max(2, tree.count() // 6 + 1))):
        long = [j for j in range(1, len(tree.parents)) if tree.alive[j] and tree.aim[tree.parents[j]] < 0
                and tree.from_parent[j] < 0
                and np.linalg.norm(tree.rest[j] - tree.rest[tree.parents[j]]) > 0.06]
        if tree.count() >= most or not long:
            return
        joint = int(rng.choice(long))
        parent, share = tree.parents[joint], rng.uniform(0.3, 0.7)
        geometry = {key: value * (0.5 if key == 'centroid' else 1) for key, value in tree.geometry[parent].items()}
        rest = tree.rest[parent] * (1 - share) + tree.rest[joint] * share
        tree.parents[joint] = tree.add(parent, tree.source[parent], rest, geometry)


def finish(tree, size):
    """Alive joints in breadth-first order, as arrays padded to `size`; None where they are too many."""
    order = [0]
    for j in order:
        order += tree.children(j)
    if not 4 <= len(order) <= size:
        return None
    place = {j: i for i, j in enumerate(order)}
    pad = lambda values, fill, shape=(): np.concatenate(
        [np.array(values), np.full((size - len(order), *shape), fill, np.array(values).dtype)])
    arrays = dict(
        parents=pad([place[tree.parents[j]] if j else -1 for j in order], -1),
        source=pad([tree.source[j][0] * size + tree.source[j][1] for j in order], 0),
        detached=pad([size + tree.from_parent[j] if tree.from_parent[j] >= 0 else -1 for j in order], -1),
        aim=pad([place.get(tree.aim[j], -1) for j in order], -1),
        partners=pad([place.get(tree.partners[j], -1) for j in order], -1),
        rest=pad([tree.rest[j] for j in order], 0, (3,)),
        radius=pad([tree.geometry[j]['radius'] for j in order], 0),
        centroid=pad([tree.geometry[j]['centroid'] for j in order], 0, (3,)),
        covariance=pad([tree.geometry[j]['covariance'] for j in order], 0, (6,)),
        hasSkin=pad([tree.geometry[j]['hasSkin'] for j in order], 0),
    )
    return dict(arrays, count=len(order))


def make_variant(task):
    """One variant. `recipe` is a set of words; a donor is given for grafts."""
    rig, donor, recipe, size, seed = task
    rng, tree = np.random.default_rng(seed), Tree(rig)
    if 'graft' in recipe and donor is not None:
        graft(tree, donor, rng, size)
    elif 'mix' in recipe:
        mix_limbs(tree, rng)
    if 'shape' in recipe:
        if rng.random() < 0.6:
            remove_leaves(tree, rng)
        if rng.random() < 0.5:
            pool_chains(tree, rng)
        if rng.random() < 0.4:
            insert_joints(tree, rng, size)
    return finish(tree, size)


def make_variants(groups, size, recipes, per_group, seed, workers):
    """Variants of every group of a bucket: first the rigs as they are, then what the recipes give."""
    rng, tasks, owners, hosts, donors = np.random.default_rng(seed), [], [], [], []

    def plan(group, rig, donor_group, donor, recipe):
        tasks.append((rig, donor, recipe, size, int(rng.integers(2**31))))
        owners.append(group)
        hosts.append(rig['index'])
        donors.append((donor_group, rig['index'] if donor is None else donor['index']))

    weights = np.array([group['weight'] for group in groups])
    for g, group in enumerate(groups):
        for rig in group['rigs'][:48]:
            plan(g, rig, g, None, frozenset())
        for _ in range(per_group if not group['family'].startswith('cmu') else 6):
            rig = group['rigs'][rng.integers(len(group['rigs']))]
            recipe = recipes[rng.integers(len(recipes))]
            if 'graft' in recipe:
                d = int(rng.choice(len(groups), p=weights / weights.sum()))
                plan(g, rig, d, groups[d]['rigs'][rng.integers(len(groups[d]['rigs']))], recipe)
            else:
                plan(g, rig, g, None, recipe)
    if workers > 1:
        with Pool(workers) as pool:
            made = pool.map(make_variant, tasks, chunksize=32)
    else:
        made = [make_variant(task) for task in tasks]
    kept = [i for i, variant in enumerate(made) if variant is not None]
    stacked = {key: np.stack([made[i][key] for i in kept]) for key in made[kept[0]]}
    stacked.update(group=np.array([owners[i] for i in kept]), host=np.array([hosts[i] for i in kept]),
                   donor_group=np.array([donors[i][0] for i in kept]), donor=np.array([donors[i][1] for i in kept]),
                   plain=np.array([not tasks[i][2] for i in kept]))
    return stacked


# --- structure of a padded tree ----------------------------------------------------------------------------------

def structure(parents, count, partners):
    """Ancestry, hops, relations and counts of padded trees (src/pose/rig-features.ts has the same codes)."""
    batch, size = parents.shape
    device = parents.device
    mask = torch.arange(size, device=device)[None] < count[:, None]
    link = torch.zeros(batch, size, size, device=device)
    inner = (parents >= 0) & mask
    link.scatter_(2, parents.clamp_min(0)[..., None], inner[..., None].float())
    eye = torch.eye(size, device=device)
    ancestry = torch.linalg.inv(eye - link).round() * mask[:, :, None] * mask[:, None]
    depth = ancestry.sum(-1) - 1
    hops = (depth[:, :, None] + depth[:, None] - 2 * (ancestry @ ancestry.transpose(1, 2) - 1)).clamp(0, 9)
    children = link.sum(1)
    leaf = (children == 0) & mask
    relations = torch.full((batch, size, size), 7, device=device)
    relations[ancestry.bool()] = 4
    relations[ancestry.transpose(1, 2).bool()] = 5
    relations[leaf[:, :, None] & leaf[:, None]] = 6
    relations[(parents[:, :, None] == parents[:, None]) & inner[:, :, None] & inner[:, None]] = 3
    relations[link.bool()] = 1
    relations[link.transpose(1, 2).bool()] = 2
    mirror = torch.zeros_like(link).scatter_(
        2, partners.clamp_min(0)[..., None], ((partners >= 0) & mask)[..., None].float())
    relations[mirror.bool()] = 8
    relations[eye.bool().expand(batch, size, size)] = 0
    return dict(mask=mask, ancestry=ancestry.to(torch.uint8), hops=hops.to(torch.uint8),
                relations=relations.to(torch.uint8), depth=depth.clamp_min(0), children=children,
                leaf=leaf.float(), below=ancestry.sum(1).clamp_min(1))


def joint_features(rest, bones, parents, shape, geometry, synthetic):
    """The 32 columns of src/pose/rig-features.ts."""
    above = parents.clamp_min(0)
    onward = torch.zeros_like(bones).scatter_add_(
        1, above[..., None].expand_as(bones), bones * (parents >= 0)[..., None]
    ) / shape['children'].clamp_min(1)[..., None]
    upper = gather(bones, above) * (parents >= 0)[..., None]
    mask = shape['mask']
    total = mask.sum(1, keepdim=True).float().expand_as(shape['depth'])
    lowest = torch.where(mask, rest[..., 1], torch.full_like(rest[..., 1], 1e9)).amin(1, keepdim=True)
    columns = torch.stack([shape['depth'] / 8, shape['children'] / 3, shape['leaf'], shape['below'].log() / 3,
                           total.log() / 3, (parents < 0).float(), geometry['radius'] * 8], -1)
    spread = geometry['covariance']
    tail = torch.stack([geometry['hasSkin'], (rest[..., 1] - lowest) * 1.5,
                        synthetic[:, None].expand_as(shape['depth'])], -1)
    return torch.cat([rest * 1.5, bones * 4, upper * 4, onward * 4, bones.norm(dim=-1, keepdim=True) * 4, columns,
                      geometry['centroid'] * 4, spread.sign() * spread.abs().sqrt() * 6, tail], -1) * mask[..., None]


def to_matrix(six):
    a, b, c, d, e, f = six.unbind(-1)
    return torch.stack([a, d, e, d, b, f, e, f, c], -1).view(*six.shape[:-1], 3, 3)


def to_six(m):
    return torch.stack([m[..., 0, 0], m[..., 1, 1], m[..., 2, 2], m[..., 0, 1], m[..., 0, 2], m[..., 1, 2]], -1)


# --- the pool ----------------------------------------------------------------------------------------------------

class Bucket:
    """All that examples of one padded size are drawn from, on the device."""

    def __init__(self, groups, size, device, recipes, per_group, seed, workers):
        self.size, self.device, self.weight = size, device, sum(group['weight'] for group in groups)
        index = 0
        for group in groups:
            for rig in group['rigs']:
                rig['index'] = index
                index += 1
        put = lambda array, kind=None: torch.as_tensor(np.ascontiguousarray(array)).to(device, kind)
        variants = make_variants(groups, size, recipes, per_group, seed, workers)
        longs = ('parents', 'source', 'detached', 'aim', 'partners', 'count', 'group', 'host', 'donor', 'donor_group')
        self.variants = {key: put(value, torch.long if key in longs else None if key == 'plain' else torch.float32)
                         for key, value in variants.items()}
        chunks = [structure(*(self.variants[key][i:i + 512] for key in ('parents', 'count', 'partners')))
                  for i in range(0, len(variants['count']), 512)]
        self.shape = {key: torch.cat([chunk[key] for chunk in chunks]) for key in chunks[0]}
        rigs = [rig for group in groups for rig in group['rigs']]
        parents, bones = np.full((len(rigs), size), -1), np.zeros((len(rigs), size, 3), np.float32)
        for i, rig in enumerate(rigs):
            count = rig['jointCount']
            parents[i, :count] = rig['parents']
            bones[i, 1:count] = rig['rest'][1:] - rig['rest'][rig['parents'][1:]]
        self.rig_parents, self.rig_bones = put(parents, torch.long), put(bones)
        deepest = max(int(self.shape['depth'].max()), size and max(depth_of(rig['parents']) for rig in rigs))
        self.doublings = math.ceil(math.log2(deepest + 2))
        chain = [structure(self.rig_parents[i:i + 512],
                           put(np.array([rig['jointCount'] for rig in rigs[i:i + 512]])),
                           torch.full_like(self.rig_parents[i:i + 512], -1))['ancestry']
                 for i in range(0, len(rigs), 512)]
        self.rig_ancestry = torch.cat(chain)
        self.rotations = put(np.concatenate([group['rotations'].reshape(-1, 4) for group in groups]))
        self.heights = put(np.concatenate([group['heights'] for group in groups]), torch.float32)
        frames = np.array([len(group['heights']) for group in groups])
        joints = np.array([group['rigs'][0]['jointCount'] for group in groups])
        self.frames, self.joints = put(frames), put(joints)
        self.first_frame = put(np.cumsum(frames) - frames)
        self.first_row = put(np.cumsum(frames * joints) - frames * joints)
        # Variants are sorted by group: where a group's begin, how many there are, how many of them are plain.
        owner, plain = variants['group'], variants['plain']
        order = np.lexsort((~plain, owner))
        assert len(owner) == len(order)
        self.order = put(order)
        total = np.bincount(owner, minlength=len(groups))
        self.variant_count, self.variant_first = put(total), put(np.cumsum(total) - total)
        self.plain_count = put(np.bincount(owner[plain], minlength=len(groups)))
        weights = np.array([group['weight'] for group in groups]) * (np.bincount(owner[plain], minlength=len(groups)) > 0)
        self.chances = put(np.cumsum(weights) / weights.sum(), torch.float32)

    def frame(self, group):
        """Local rotations [B, J, 3, 3] and the height of a random frame of each group."""
        batch = len(group)
        frame = (torch.rand(batch, device=self.device) * self.frames[group]).long().clamp_max(self.frames[group] - 1)
        column = torch.arange(self.size, device=self.device)[None]
        joints = self.joints[group][:, None]
        row = (self.first_row[group] + frame * self.joints[group])[:, None] + torch.minimum(column, joints - 1)
        local = quaternion_to_matrix(self.rotations[row].float())
        eye = torch.eye(3, device=self.device)
        return torch.where((column < joints)[..., None, None], local, eye), self.heights[self.first_frame[group] + frame]


def depth_of(parents):
    depth = np.zeros(len(parents), int)
    for j in range(1, len(parents)):
        depth[j] = depth[parents[j]] + 1
    return int(depth.max())


def chance(batch, p, device):
    return torch.rand(batch, device=device) < p


def draw_poses(bucket, batch, options):
    """Real poses on variants: tree, bones, geometry and global rotations."""
    device = bucket.device
    group = torch.searchsorted(bucket.chances, torch.rand(batch, device=device)).clamp_max(len(bucket.frames) - 1)
    many = torch.where(chance(batch, options['plain'], device), bucket.plain_count[group], bucket.variant_count[group])
    chosen = bucket.order[bucket.variant_first[group] + (torch.rand(batch, device=device) * many).long().clamp_max(many - 1)]
    variant = {key: value[chosen] for key, value in bucket.variants.items()}
    shape = {key: value[chosen] for key, value in bucket.shape.items()}
    own, height = bucket.frame(group)
    lent, _ = bucket.frame(variant['donor_group'])
    local = torch.cat([own, lent])
    rigs = torch.cat([variant['host'], variant['donor']])
    parents, ancestry = bucket.rig_parents[rigs], bucket.rig_ancestry[rigs].float()
    q = global_rotations(local, parents, bucket.doublings)
    g = joint_positions(q, bucket.rig_bones[rigs], parents, ancestry)
    side = lambda x: torch.cat([x[:batch], x[batch:]], 1)
    q, g = side(q), side(g)
    turned, placed = gather(q, variant['source']), gather(g, variant['source'])
    # Pooled joints point where the next joint really is.
    aim = variant['aim'].clamp_min(0)
    wanted = gather(placed, aim) - placed
    given = rotate(turned, gather(variant['rest'], aim) - variant['rest'])
    wanted, given = (v / (v.norm(dim=-1, keepdim=True) + 1e-6) for v in (wanted, given))
    cosine = (given * wanted).sum(-1)
    k = cross_matrix(torch.linalg.cross(given, wanted))
    swing = torch.eye(3, device=device) + k + multiply(k, k) / (1 + cosine).clamp_min(0.1)[..., None, None]
    use = (variant['aim'] >= 0) & (cosine > -0.8)
    turned = torch.where(use[..., None, None], multiply(swing, turned), turned)
    # Limbs from elsewhere keep their rotation against the joint that they hung from.
    local = local_rotations(turned, variant['parents'])
    detached = variant['detached']
    against = gather(q, detached.clamp_min(0)).transpose(-1, -2)
    local = torch.where((detached >= 0)[..., None, None], multiply(against, turned), local)
    local = torch.where(shape['mask'][..., None, None], local, torch.eye(3, device=device))
    turned = global_rotations(local, variant['parents'], bucket.doublings)
    return variant, shape, turned, height.clamp(-1.5, 1.5)


def vary(bucket, variant, shape, q, options):
    """Other proportions, heading, mirror image and rest pose; some poses become synthetic."""
    device, (batch, size) = bucket.device, variant['parents'].shape
    normal = lambda *s: torch.randn(*s, device=device)
    uniform = lambda *s: torch.rand(*s, device=device)
    parents = variant['parents']
    root = (parents < 0)[..., None]
    bones = variant['rest'] - gather(variant['rest'], parents.clamp_min(0)) * ~root
    bones = torch.where(root, torch.zeros_like(bones), bones)
    stretch = chance(batch, 0.7, device).float()[:, None, None]
    # Mirror partners are stretched alike most of the time.
    wild = 0.18 * normal(batch, size, 1)
    mate = torch.where(variant['partners'] >= 0, torch.minimum(variant['partners'], torch.arange(size, device=device)),
                       torch.arange(size, device=device).expand(batch, size))
    wild = torch.where(chance(batch, 0.8, device)[:, None, None], gather(wild, mate), wild)
    bones = bones * torch.exp(stretch * wild) * torch.exp(0.1 * stretch * normal(batch, 1, 3))
    yaw = (uniform(batch) * 2 - 1) * math.pi * chance(batch, 0.5, device)
    flip = torch.where(chance(batch, 0.5, device), -1.0, 1.0)
    zero, one = torch.zeros_like(yaw), torch.ones_like(yaw)
    turn = torch.stack([yaw.cos() * flip, zero, yaw.sin(), zero, one, zero, -yaw.sin() * flip, zero, yaw.cos()], -1)
    turn = turn.view(batch, 1, 3, 3)
    seen = (chance(batch, 0.85, device).float()[:, None] * variant['hasSkin'])
    bones, q = rotate(turn, bones), multiply(multiply(turn, q), turn.transpose(-1, -2))
    centroid = rotate(turn, variant['centroid'])
    covariance = multiply(multiply(turn, to_matrix(variant['covariance'])), turn.transpose(-1, -2))
    # Another rest pose: the same posed body, described from elsewhere.
    synthetic = chance(batch, options['synthetic'], device).float()
    wild = synthetic[:, None, None]
    amount = 0.15 * uniform(batch, 1, 1) * chance(batch, 0.5, device)[:, None, None] * (1 - wild) + 0.6 * uniform(batch, 1, 1) * wild
    bend = global_rotations(exponential(normal(batch, size, 3) * amount * ~root), parents, bucket.doublings)
    q = multiply(q, bend.transpose(-1, -2))
    above = torch.where(root[..., None], torch.eye(3, device=device), gather(bend, parents.clamp_min(0)))
    bones, centroid = rotate(above, bones), rotate(bend, centroid)
    covariance = multiply(multiply(bend, covariance), bend.transpose(-1, -2))
    if options['synthetic'] > 0:
        bones = bones * torch.exp(0.4 * normal(batch, size, 1) * wild)
        axis = torch.nn.functional.normalize(normal(batch, size, 3), dim=-1)
        amount = torch.exp(normal(batch, size, 1) * 0.8 - 1.6 + 0.5 * normal(batch, 1, 1))
        vector = (axis * amount * normal(batch, size, 1) + 0.08 * normal(batch, size, 3)).clamp(-2, 2)
        random = exponential(vector * torch.where(root, 0.5, 1.0))
        local = torch.where(chance(batch, 0.5, device)[:, None, None, None], multiply(random, local_rotations(q, parents)), random)
        q = torch.where(wild[..., None] > 0, global_rotations(local, parents, bucket.doublings), q)
    geometry = dict(radius=variant['radius'] * seen, centroid=centroid * seen[..., None],
                    covariance=to_six(covariance) * seen[..., None], hasSkin=seen)
    bones, geometry = normalise(bones, geometry, shape)
    return bones, geometry, q, synthetic


def normalise(bones, geometry, shape):
    """Longest path of the tree = 2."""
    ancestry = shape['ancestry'].float()
    lengths = bones.norm(dim=-1)
    reach = (ancestry @ lengths[..., None])[..., 0]
    shared = (ancestry * lengths[:, None]) @ ancestry.transpose(1, 2)
    path = (reach[:, :, None] + reach[:, None] - 2 * shared) * shape['mask'][:, None] * shape['mask'][:, :, None]
    scale = 2 / path.amax((1, 2)).clamp_min(1e-3)
    scaled = dict(geometry, radius=geometry['radius'] * scale[:, None],
                  centroid=geometry['centroid'] * scale[:, None, None],
                  covariance=geometry['covariance'] * scale[:, None, None] ** 2)
    return bones * scale[:, None, None], scaled


def choose_handles(shape, p):
    """Mask of joints that are given: all leaves, four joints, one leaf or some; none with probability 1 - p."""
    leaf, mask = shape['leaf'] > 0, shape['mask']
    batch, size = mask.shape
    score = torch.rand(batch, size, device=mask.device) - 9 * (~mask).float()
    score[:, 0] = -9
    kind = torch.rand(batch, device=mask.device)
    some = torch.randint(1, 9, (batch,), device=mask.device)
    count = torch.where(kind < 0.65, torch.full_like(some, 4), some)
    rank = (score + 0.3 * leaf * (kind >= 0.65)[:, None]).argsort(1, descending=True).argsort(1)
    few = rank < count[:, None]
    rank = (score + 5 * leaf).argsort(1, descending=True).argsort(1)
    chosen = torch.where((kind < 0.35)[:, None], leaf & (rank < MOST_HANDLES[size]), few)
    chosen = torch.where((kind > 0.9)[:, None], leaf & (rank < 1), chosen)
    chosen = chosen & mask & chance(batch, p, mask.device)[:, None]
    chosen[:, 0] = False
    return chosen


def handle_channels(chosen, positions, rest):
    """The 7 channels of the given joints: a mark, the place, the displacement from rest."""
    mark = chosen.float()[..., None]
    return torch.cat([mark, positions * mark * 1.5, (positions - rest) * mark * 4], -1)


@torch.no_grad()
def draw_pool(bucket, batch, options):
    """Finished examples: all that a training step needs."""
    variant, shape, q, height = draw_poses(bucket, batch, options)
    bones, geometry, q, synthetic = vary(bucket, variant, shape, q, options)
    parents, ancestry = variant['parents'], shape['ancestry'].float()
    rest = ancestry @ bones
    positions = joint_positions(q, bones, parents, ancestry)
    chosen = choose_handles(shape, options['handles'])
    local = local_rotations(q, parents)
    return dict(
        state=encode_state(local, positions, rest, height) * shape['mask'][..., None], q=q, positions=positions,
        rest=rest, bones=bones, parents=parents, ancestry=shape['ancestry'], hops=shape['hops'],
        relations=shape['relations'], mask=shape['mask'], chosen=chosen, handles=handle_channels(chosen, positions, rest),
        features=joint_features(rest, bones, parents, shape, geometry, synthetic),
        centroid=geometry['centroid'], radius=geometry['radius'])
