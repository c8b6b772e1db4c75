"""The pool that batches come from. Trees and frames lie on the device; all else that makes poses diverse (proportions,
mirror image, heading, another rest pose, synthetic poses) is drawn anew for every example.
"""

import math

import numpy as np
import torch

from features import joint_features, structure
from kinematics import (cross_matrix, encode_state, exponential, gather, global_rotations, joint_positions,
                        local_rotations, matrix_to_six, multiply, quaternion_to_matrix, rotate, six_to_matrix)
from variants import LONG_CHAIN, make_variants

MOST_HANDLES = {24: 12, 48: 20, 80: 28}  # by size


def to_matrix(six):
    a, b, c, d, e, f = six.unbind(-1)
    return torch.stack([a, d, e, d, b, f, e, f, c], -1).view(*six.shape[:-1], 3, 3)


def to_six(m):
    return torch.stack([m[..., 0, 0], m[..., 1, 1], m[..., 2, 2], m[..., 0, 1], m[..., 0, 2], m[..., 1, 2]], -1)


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
        longs = ('parents', 'source', 'detached', 'aim', 'partners', 'count', 'group', 'host', 'donor', 'donor_group', 'root')
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
        deepest = max(int(self.shape['depth'].max()), max(depth_of(rig['parents']) for rig in rigs))
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
    # The height of the root is that of the joint which is the root now.
    rest = ancestry[:batch] @ bucket.rig_bones[variant['host']]
    root = lambda points: torch.gather(points[:batch, :, 1], 1, variant['root'][:, None])[:, 0]
    height = height + root(g) - root(rest)
    return variant, shape, turned, height.clamp(-1.5, 1.5)


def soften(bucket, variant, q, options):
    """Some poses are brought nearer to rest: bodies that hardly move are bodies too."""
    device, batch = bucket.device, len(q)
    local = local_rotations(q, variant['parents'])
    share = torch.where(chance(batch, options['amplitude'], device), torch.rand(batch, device=device), 1.0)
    local = six_to_matrix(matrix_to_six(local) * share[:, None, None])
    return global_rotations(local, variant['parents'], bucket.doublings), share


def wave_turns(bucket, variant, shape, wild=0.0):
    """Waves along the length of unbranched chains (snakes, tails, necks, tentacles): how each joint turns. Some of the
    `wild` ones are coils, and they differ in size."""
    device, (batch, size) = bucket.device, variant['parents'].shape
    normal, uniform = (lambda *s: torch.randn(*s, device=device)), (lambda *s: torch.rand(*s, device=device))
    turn = torch.zeros(batch, size, 3, device=device)
    large = torch.exp(wild * (1 + normal(batch, 1)))
    coils = (uniform(batch, 1) > 0.6 * wild).float()
    for strength in (0.3, 0.15):  # two waves on top of each other
        axis = torch.nn.functional.normalize(normal(batch, 1, 3) * torch.tensor([0.6, 1.0, 0.3], device=device), dim=-1)
        cycles, phase = 2 * uniform(batch, 1) * coils, 2 * math.pi * uniform(batch, 1)
        along = 2 * math.pi * cycles * shape['depth'] / variant['run'].clamp_min(1) + phase
        turn = turn + axis * (strength * large * normal(batch, 1) * along.cos())[..., None]
    # The longer a chain, the less each of its joints turns.
    turn = turn * (12 / variant['run'].clamp_min(8)).clamp_max(1.5)[..., None]
    return turn * (variant['run'] >= LONG_CHAIN)[..., None]


def wave(bucket, variant, shape, q, options):
    """Long chains of some bodies bend in waves, on top of what they do or instead; of many that are little else."""
    device, batch = bucket.device, len(q)
    local = local_rotations(q, variant['parents'])
    bent = exponential(wave_turns(bucket, variant, shape, wild=0.5))
    bent = torch.where(chance(batch, 0.5, device)[:, None, None, None], bent, multiply(bent, local))
    snake = variant['run'].amax(1) * 3 > shape['mask'].sum(1)
    share = torch.where(snake, max(options['waves'], options['snakes']), options['waves'])
    use = (variant['run'] >= LONG_CHAIN) & (torch.rand(batch, device=device) < share)[:, None]
    local = torch.where(use[..., None, None], bent, local)
    return global_rotations(local, variant['parents'], bucket.doublings)


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
    coiled = wave_turns(bucket, variant, shape) * chance(batch, options['bent'], device)[:, None, None]
    bend = global_rotations(exponential((normal(batch, size, 3) * amount + coiled) * ~root), parents, bucket.doublings)
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


def remove_heading(q, shape):
    """Turns bodies about +Y to where src/pose/pose-state.ts has them: the mean of all rotations has no heading."""
    weight = shape['below'] * shape['mask']
    sine = (weight * (q[..., 0, 2] - q[..., 2, 0])).sum(1)
    cosine = (weight * (q[..., 0, 0] + q[..., 2, 2])).sum(1)
    angle = -torch.atan2(sine, cosine)
    zero, one = torch.zeros_like(angle), torch.ones_like(angle)
    back = torch.stack([angle.cos(), zero, angle.sin(), zero, one, zero, -angle.sin(), zero, angle.cos()], -1)
    return multiply(back.view(-1, 1, 3, 3), q)


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
    q, share = soften(bucket, variant, wave(bucket, variant, shape, q, options), options)
    height = height * share
    bones, geometry, q, synthetic = vary(bucket, variant, shape, q, options)
    q = remove_heading(q, shape)
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
