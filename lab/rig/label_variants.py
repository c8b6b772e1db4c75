"""Rigs as other makers would have built them: variants of labelled rigs for the labelling network.

Every variant is a tree of joints with what each moves (raw moments: mass, first, second), what it is (role, side), what
it moves with, and what its name says. Limbs are posed; joints are spliced out, split, added: twist bones, end joints,
face bones, capes, helpers, IK controls, roots; feet hang from the ground; names follow another convention, or nothing.
Only what a rigger would do is done, so that the labels stay true.
"""

import math

import numpy as np

ROLES = ('hips spine chest neck head jaw ear horn face shoulder upperArm lowerArm hand finger frontUpperLeg '
         'frontLowerLeg frontFoot hindUpperLeg hindLowerLeg hindFoot middleUpperLeg middleLowerLeg middleFoot wing tail '
         'fin tentacle other').split()
R = {name: i for i, name in enumerate(ROLES)}
CONTROL, UNSAID, UNKNOWN = len(ROLES), len(ROLES) + 1, 255
MIDDLE, LEFT, RIGHT = 0, 1, 2
SIGN = {MIDDLE: 0, LEFT: 1, RIGHT: -1}  # how names have sides
MOST = 256
LEGS = [R[f'{row}{part}'] for row in ('front', 'middle', 'hind') for part in ('UpperLeg', 'LowerLeg', 'Foot')]
TRUNK = [R['hips'], R['spine'], R['chest'], R['neck']]
ARMS = [R['shoulder'], R['upperArm'], R['lowerArm'], R['hand'], R['finger']]
ENDS = [R['hand'], R['frontFoot'], R['hindFoot'], R['middleFoot']]
SPLIT = [R[n] for n in ('upperArm', 'lowerArm', 'spine', 'neck', 'tail', 'wing', 'tentacle', 'hindUpperLeg', 'hindLowerLeg', 'frontUpperLeg',
                        'frontLowerLeg', 'middleUpperLeg', 'middleLowerLeg', 'chest', 'horn', 'ear')]


class Rig:
    """Lists, since joints come and go; `keep` is the id of the body's joint, made ones get new ids."""

    def __init__(self, joints, parents, moments, roles, sides, moves, names):
        self.at, self.parent = [np.array(p) for p in joints], list(map(int, parents))
        self.mass, self.role, self.side = [np.array(m, dtype=np.float64) for m in moments], list(map(int, roles)), list(map(int, sides))
        self.moves, self.name = list(map(int, moves)), [list(map(int, n)) for n in names]

    def __len__(self):
        return len(self.at)

    def add(self, at, parent, role, side, moves, name=None, mass=None):
        self.at.append(np.asarray(at, dtype=np.float64))
        self.parent.append(parent)
        self.mass.append(np.zeros(10) if mass is None else mass)
        self.role.append(role)
        self.side.append(side)
        self.moves.append(moves)
        self.name.append(list(name) if name is not None else [UNSAID, 0, 0])
        return len(self.at) - 1

    def children(self):
        below = [[] for _ in self.at]
        for j, p in enumerate(self.parent):
            if p >= 0:
                below[p].append(j)
        return below

    def remove(self, gone):
        """Splices joints out; what they moved goes to their parent."""
        n = len(self)
        up = list(range(n))
        for j in range(n):
            k = j
            while k >= 0 and gone[k]:
                k = self.parent[k]
            up[j] = k
        move_up = list(range(n))
        for j in range(n):
            k, steps = j, 0
            while k >= 0 and gone[k] and steps < n:
                k, steps = self.moves[k], steps + 1
            move_up[j] = -1 if k >= 0 and gone[k] else k
        kept = [j for j in range(n) if not gone[j]]
        number = {j: i for i, j in enumerate(kept)}
        number[-1] = -1
        for j in range(n):
            if gone[j] and up[j] >= 0:
                self.mass[up[j]] = self.mass[up[j]] + self.mass[j]
        parents = [number[up[self.parent[j]]] if self.parent[j] >= 0 else -1 for j in kept]
        moves = [number[move_up[self.moves[j]]] if self.moves[j] >= 0 else self.moves[j] for j in kept]
        for key in ('at', 'mass', 'role', 'side', 'name'):
            setattr(self, key, [getattr(self, key)[j] for j in kept])
        self.parent, self.moves = parents, moves


def turn(mass, rotation, pivot):
    """Raw moments of a part that turns about a point."""
    m, first = mass[0], mass[1:4]
    if m <= 0:
        return mass
    mean = first / m
    xx, yy, zz, xy, xz, yz = mass[4:] / m
    spread = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]) - np.outer(mean, mean)
    mean = pivot + rotation @ (mean - pivot)
    second = rotation @ spread @ rotation.T + np.outer(mean, mean)
    return np.concatenate([[m], m * mean, m * second[[0, 1, 2, 0, 0, 1], [0, 1, 2, 1, 2, 2]]])


def moved(mass, by):
    m, mean = mass[0], mass[1:4] / mass[0]
    xx, yy, zz, xy, xz, yz = mass[4:] / m
    second = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]) - np.outer(mean, mean) + np.outer(mean + by, mean + by)
    return np.concatenate([[m], m * (mean + by), m * second[[0, 1, 2, 0, 0, 1], [0, 1, 2, 1, 2, 2]]])


def blob(m, centre, size):
    second = np.diag(np.full(3, size * size)) + np.outer(centre, centre)
    return np.concatenate([[m], m * centre, m * second[[0, 1, 2, 0, 0, 1], [0, 1, 2, 1, 2, 2]]])


def rotation(axis, angle):
    x, y, z = axis / (np.linalg.norm(axis) + 1e-9)
    k = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + math.sin(angle) * k + (1 - math.cos(angle)) * k @ k


MIRROR = np.diag([-1.0, 1.0, 1.0])
SWING = {R['upperArm']: 0.55, R['lowerArm']: 0.4, R['hand']: 0.25, R['neck']: 0.2, R['head']: 0.15, R['tail']: 0.25, R['spine']: 0.08, R['chest']: 0.08,
         R['wing']: 0.35, R['fin']: 0.2, R['ear']: 0.3, R['tentacle']: 0.25, R['shoulder']: 0.08, R['finger']: 0.15, R['jaw']: 0.15, R['horn']: 0.1,
         **{leg: 0.18 for leg in LEGS}}


def pose(rig, rng, amount):
    """Turns whole limbs; the other side's follows mirrored most of the time."""
    below = rig.children()
    n = len(rig)
    mirrored = rng.random() < 0.8
    drawn = {}
    depth = np.zeros(n, int)
    for j in range(n):
        depth[j] = 0 if rig.parent[j] < 0 else depth[rig.parent[j]] + 1
    for j in range(n):
        swing = SWING.get(rig.role[j], 0) * amount
        if swing == 0 or not below[j] and rig.role[j] not in ENDS:
            continue
        key = (rig.role[j], depth[j], len(below[j])) if mirrored and rig.side[j] != MIDDLE else j
        if key not in drawn:
            axis = rng.normal(size=3) if rig.side[j] != MIDDLE else np.array([1.0, 0, 0])
            drawn[key] = rotation(axis, rng.normal() * swing)
        turned = drawn[key] if rig.side[j] != RIGHT else MIRROR @ drawn[key] @ MIRROR
        todo, pivot = [j], rig.at[j].copy()
        while todo:
            k = todo.pop()
            rig.at[k] = pivot + turned @ (rig.at[k] - pivot)
            rig.mass[k] = turn(rig.mass[k], turned, pivot)
            todo += below[k]


def splice(rig, rng):
    """Joints that another maker would not have."""
    below = rig.children()
    n = len(rig)
    gone = np.zeros(n, bool)
    no_fingers, no_face, no_ears, no_shoulders, fewer = (rng.random() < p for p in (0.25, 0.3, 0.15, 0.2, 0.25))
    for j in range(n):
        role, p = rig.role[j], rig.parent[j]
        if p < 0:
            continue
        same = rig.role[p] == role
        leaf = not below[j]
        if no_fingers and role == R['finger'] or no_face and role in (R['face'], R['jaw']) or no_ears and role in (R['ear'], R['horn']):
            gone[j] = True
        elif no_shoulders and role == R['shoulder'] and not leaf:
            gone[j] = True
        elif same and role in (R['spine'], R['neck'], R['tail'], R['finger'], R['wing'], R['tentacle'], R['ear'], R['horn'], R['fin'], R['face'], *ENDS):
            gone[j] = rng.random() < (0.5 if fewer else 0.08)
        elif same and role in SPLIT:
            gone[j] = rng.random() < 0.2
        elif role in ENDS and leaf and rng.random() < 0.02:
            gone[j] = True
    if gone.any() and n - gone.sum() >= 4:
        rig.remove(gone)


def split(rig, rng):
    """Twist bones and chains of more joints: in the chain, or beside it."""
    below = rig.children()
    roles = [role for role in set(rig.role) if role in SPLIT and rng.random() < 0.12]
    inline = {role: rng.random() < 0.5 for role in roles}
    for j in range(len(rig)):
        if rig.role[j] not in roles or not below[j] or len(rig) > MOST - 8:
            continue
        child = max(below[j], key=lambda c: rig.mass[c][0] + 1e-3 * (rig.role[c] in (*SPLIT, *ENDS)))
        for t in ([0.5] if rng.random() < 0.7 else [0.33, 0.66]):
            at = rig.at[j] * (1 - t) + rig.at[child] * t
            half = rig.mass[j] * 0.5
            share = moved(half, (at - rig.at[j]) * 0.5) if half[0] > 0 else half
            rig.mass[j] = moved(half, (rig.at[j] - at) * 0.3) if half[0] > 0 else half
            new = rig.add(at, j, rig.role[j], rig.side[j], j, rig.name[j], share)
            if inline[rig.role[j]] and t == 0.5:
                rig.parent[child] = new
                if rig.moves[child] == j:
                    rig.moves[child] = new


def ends(rig, rng):
    """Joints beyond the last ones, which move nothing."""
    said = [CONTROL, 0, 0] if rng.random() < 0.7 else [UNSAID, 0, 0]
    longest = 1 if rng.random() < 0.6 else int(rng.integers(2, 6))
    share = rng.choice([1.0, 1.0, 0.5])
    for j, kids in enumerate(rig.children()):
        if kids or rng.random() > share or len(rig) > MOST - 8 or rig.role[j] == CONTROL:
            continue
        p = rig.parent[j]
        step = (rig.at[j] - rig.at[p] if p >= 0 else np.array([0, 0.05, 0])) * rng.uniform(0.3, 1.2)
        if rng.random() < 0.15:
            step = rng.normal(size=3) * 0.05
        last = j
        for i in range(longest):
            last = rig.add(rig.at[last] + step, last, CONTROL, rig.side[j], j, [said[0], rig.name[j][1], 0])


def faces(rig, rng):
    heads = [j for j in range(len(rig)) if rig.role[j] == R['head'] and rig.mass[j][0] > 0]
    if not heads:
        return
    head = heads[-1]
    m = rig.mass[head]
    centre = m[1:4] / m[0]
    size = math.sqrt(max(1e-6, (m[4:7].sum() / m[0] - (centre ** 2).sum()) / 3))
    many = int(rng.integers(1, 14))
    said = rng.random() < 0.9
    for _ in range(many):
        side = MIDDLE if rng.random() < 0.25 else LEFT
        offset = np.array([0 if side == MIDDLE else abs(rng.normal()) * 0.6 + 0.15, rng.normal() * 0.6, abs(rng.normal()) * 0.5 + 0.7]) * size
        for s in ([MIDDLE] if side == MIDDLE else [LEFT, RIGHT]):
            at = centre + offset * ([1, 1, 1] if s != RIGHT else [-1, 1, 1])
            weight = m[0] * rng.uniform(0.005, 0.05)
            rig.add(at, head, R['face'], s, head, [R['face'] if said else UNSAID, SIGN[s], 0], blob(weight, at, size * 0.2))


def extras(rig, rng):
    """Capes, skirts, pads, things in hands: no part of the body."""
    n = len(rig)
    pick = lambda roles: [j for j in range(n) if rig.role[j] in roles]
    kind = rng.random()
    said = [R['other'], 0, 0] if rng.random() < 0.7 else [UNSAID, 0, 0]

    def chain(start, step, many, side=MIDDLE, mass=0.004):
        last, first = start, start
        for i in range(many):
            at = rig.at[last] + step * rng.uniform(0.7, 1.3)
            last = rig.add(at, last, R['other'], side, last, [said[0], SIGN[side], 0], blob(mass, at, 0.02))

    if kind < 0.4:
        for j in pick([R['hand']])[:2]:
            if rng.random() < 0.7:
                chain(j, rng.normal(size=3) * 0.05, 1, rig.side[j], 0.0 if rng.random() < 0.5 else 0.02)
    elif kind < 0.6 and pick([R['chest'], R['neck'], R['spine']]):
        chain(rng.choice(pick([R['chest'], R['neck'], R['spine']])), np.array([0, -0.07, -0.04]), int(rng.integers(2, 7)), mass=0.01)
    elif kind < 0.8 and pick([R['hips']]):
        j = pick([R['hips']])[0]
        for side, x in ((LEFT, 1), (RIGHT, -1)):
            for z in rng.permutation([-1, 0, 1])[:int(rng.integers(1, 4))]:
                chain(j, np.array([0.04 * x, -0.06, 0.04 * z]), int(rng.integers(1, 4)), side, 0.006)
    else:
        j = int(rng.integers(n))
        chain(j, rng.normal(size=3) * 0.06, int(rng.integers(1, 4)), rig.side[j])


def helpers(rig, rng):
    """Small bones beside a joint that shape its surface."""
    n = len(rig)
    for j in range(n):
        if rig.role[j] in (R['spine'], R['chest'], R['hips'], *LEGS, R['upperArm'], R['shoulder'], R['head']) and rng.random() < 0.15 and rig.mass[j][0] > 0:
            side = rig.side[j]
            offset = rng.normal(size=3) * 0.03
            if side == MIDDLE and rng.random() < 0.7:
                for s, sign in ((LEFT, 1), (RIGHT, -1)):
                    at = rig.at[j] + [abs(offset[0]) * sign + 0.01 * sign, offset[1], offset[2]]
                    rig.add(at, j, rig.role[j], s, j, [rig.name[j][0] if rng.random() < 0.5 else UNSAID, SIGN[s], 0], blob(rig.mass[j][0] * 0.1, at, 0.02))
            else:
                at = rig.at[j] + offset * ([0, 1, 1] if side == MIDDLE else 1)
                rig.add(at, j, rig.role[j], side, j, rig.name[j], blob(rig.mass[j][0] * 0.1, at, 0.02))


def controls(rig, rng):
    """Targets and poles of inverse kinematics beside the body, under a root or none."""
    n = len(rig)
    root = next(j for j in range(n) if rig.parent[j] < 0)
    said = [CONTROL, 0, 0] if rng.random() < 0.85 else [UNSAID, 0, 0]
    poles, backs = rng.random() < 0.6, rng.random() < 0.3
    for j in range(n):
        role, p = rig.role[j], rig.parent[j]
        if p < 0 or len(rig) > MOST - 8:
            continue
        if role in ENDS and rig.role[p] != role:
            rig.add(rig.at[j] + rng.normal(size=3) * 0.01, root, CONTROL, rig.side[j], j, [said[0], SIGN[rig.side[j]], 0])
            if poles:
                away = np.array([rng.normal() * 0.02, 0, rng.uniform(0.05, 0.4) * (1 if role != R['hand'] else -1)])
                rig.add(rig.at[p] + away, root, CONTROL, rig.side[j], p, [said[0], SIGN[rig.side[j]], 0])
        elif backs and role in (R['spine'], R['head'], R['hips']) and rng.random() < 0.3:
            rig.add(rig.at[j] + rng.normal(size=3) * 0.02, root, CONTROL, MIDDLE, j, said)


def roots(rig, rng):
    """Joints above the body: on the ground, at the hips, somewhere."""
    for _ in range(int(rng.integers(1, 4))):
        top = next(j for j in range(len(rig)) if rig.parent[j] < 0)
        low = min(p[1] for p in rig.at)
        at = rig.at[top].copy() if rng.random() < 0.4 else np.array([0, low, 0]) if rng.random() < 0.8 else rng.normal(size=3) * 0.2
        new = rig.add(at, -1, CONTROL, MIDDLE, top, [rng.choice([CONTROL, UNSAID, R['hips']]), 0, 0])
        rig.parent[top] = new


def loosen(rig, rng):
    """Feet or hands that hang from the root, limbs that all start at one joint, a body of loose joints."""
    kind = rng.random()
    root = next(j for j in range(len(rig)) if rig.parent[j] < 0)
    starts = lambda roles: [j for j in range(len(rig)) if rig.role[j] in roles and rig.parent[j] >= 0 and rig.role[rig.parent[j]] not in roles]
    if kind < 0.5:
        for j in starts([R['hindFoot'], R['frontFoot'], R['middleFoot']]):
            rig.parent[j] = root
    elif kind < 0.6:
        for j in starts([R['hand']]):
            rig.parent[j] = root
    elif kind < 0.9:
        for group in ([R['upperArm'], R['shoulder']], [R['frontUpperLeg']], [R['hindUpperLeg'], R['middleUpperLeg']], [R['wing']], [R['jaw']]):
            if rng.random() < 0.6:
                for j in starts(group):
                    rig.parent[j] = root
    else:
        for j in range(len(rig)):
            if j != root:
                rig.parent[j] = root


def reroot(rig, rng):
    """The tree from another joint of the trunk."""
    trunk = [j for j in range(len(rig)) if rig.role[j] in TRUNK[:3]]
    if not trunk:
        return
    j = int(rng.choice(trunk))
    chain = [j]
    while rig.parent[chain[-1]] >= 0:
        chain.append(rig.parent[chain[-1]])
    if any(rig.role[k] == CONTROL for k in chain):
        return
    for child, parent in zip(chain, chain[1:]):
        rig.parent[parent] = child
        rig.moves[parent] = child
    rig.parent[j] = rig.moves[j] = -1


def rename(rig, rng):
    """What the names of another maker would say."""
    said = lambda p: rng.random() < p
    arms, rows, joints, plain = said(0.5), said(0.5), said(0.1), said(0.5)
    wings, fins, tentacles = said(0.45), said(0.15), said(0.25)
    no_side, swapped = said(0.08), said(0.03)
    chest, hips, shoulder, tail = said(0.4), said(0.25), said(0.15), said(0.1)
    mute = rng.uniform(0, 0.4) ** 2
    hind = {R[f'{row}{part}']: R[f'hind{part}'] for row in ('front', 'middle', 'hind') for part in ('UpperLeg', 'LowerLeg', 'Foot')}
    row_of = {R[f'{row}{part}']: i + 1 for i, row in enumerate(('front', 'middle', 'hind')) for part in ('UpperLeg', 'LowerLeg', 'Foot')}
    quadruped = any(role == R['frontUpperLeg'] for role in rig.role)
    for j, role in enumerate(rig.role):
        side = SIGN[rig.side[j]] if role != UNKNOWN else 0
        word, row = role, 0
        if role == UNKNOWN or role == CONTROL:
            word = rig.name[j][0] if role == CONTROL else UNSAID
        elif role in hind:
            word = hind[role]
            if arms and role in (R['frontUpperLeg'], R['frontLowerLeg'], R['frontFoot']):
                word = {R['frontUpperLeg']: R['upperArm'], R['frontLowerLeg']: R['lowerArm']}.get(role, R['hand'])
                if word == R['hand'] and rig.parent[j] >= 0 and rig.role[rig.parent[j]] == role:
                    word = R['finger']
                if word == R['upperArm'] and rig.parent[j] >= 0 and rig.role[rig.parent[j]] in TRUNK and said(0.6):
                    word = R['shoulder']
            elif rows and quadruped:
                row = row_of[role]
            if joints and said(0.5):
                word = {R['hindUpperLeg']: R['hips'], R['hindLowerLeg']: R['hindUpperLeg'], R['hindFoot']: R['hindLowerLeg']}.get(word, word)
        elif role == R['wing'] and wings:
            p = rig.parent[j]
            first = p < 0 or rig.role[p] != role
            after = {R['upperArm']: R['lowerArm'], R['shoulder']: R['upperArm'], R['lowerArm']: R['hand']}
            word = (R['shoulder'] if said(0.4) else R['upperArm']) if first else after.get(rig.name[p][0], R['finger'])
        elif role == R['fin'] and fins or role == R['tentacle'] and tentacles:
            word = R['upperArm'] if said(0.5) else R['hindUpperLeg']
        elif role == R['chest'] and chest or role == R['hips'] and hips:
            word = R['spine']
        elif role == R['shoulder'] and shoulder:
            word = R['upperArm']
        elif role == R['tail'] and tail:
            word = R['spine']
        elif role == R['neck'] and said(0.03):
            word = R['spine']
        elif role == R['jaw'] and said(0.2) or role in (R['ear'], R['horn']) and said(0.04):
            word = R['face']
        if said(mute) or role != CONTROL and said(0.01):
            word = UNSAID
        elif said(0.02):
            word = int(rng.integers(len(ROLES) + 1))
        if plain and word in (UNSAID,):
            side = 0
        rig.name[j] = [word, 0 if no_side else -side if swapped else side, row if word != UNSAID else 0]


def vary(rig, rng):
    """One variant of a rig."""
    if rng.random() < 0.7:
        splice(rig, rng)
    if rng.random() < 0.08:
        reroot(rig, rng)
    if rng.random() < 0.8:
        pose(rig, rng, rng.choice([0.3, 0.6, 1.0, 1.6]))
    if rng.random() < 0.5:
        rename(rig, rng)
    for edit, p in ((split, 0.45), (helpers, 0.2), (faces, 0.2), (extras, 0.3), (ends, 0.4), (loosen, 0.12), (controls, 0.25), (roots, 0.45)):
        if rng.random() < p and len(rig) < MOST - 40:
            edit(rig, rng)
    return rig if len(rig) <= MOST else None
