"""A skeleton with exact numbers of joints per chain: what a body plan has, however finely a network or an artist wrote it.

A network that has seen riggers of all habits is unsure how many joints a spine has, and decides anew in every frame. The
numbers are those of the rigger's standard detail (src/rig/joint-set/detail-counts.ts): five joints from hips to chest, two
in the neck (one over arms), five in a tail, legs and arms with one joint per bend.
"""

import numpy as np

from skeleton import ROLES

TRUNK, ARM, SINGLE = ('hips', 'spine', 'chest'), ('shoulder', 'upperArm', 'lowerArm', 'hand'), ('head', 'fin')
# Small parts that are seen in one pose and not in another; the plan does not tell of them.
DROPPED = ('finger', 'ear', 'horn', 'jaw', 'face', 'other')


def group_of(role):
    name = ROLES[role]
    if name in TRUNK:
        return 'trunk'
    if name in ARM:
        return 'arm'
    return next((pair for pair in ('front', 'hind', 'middle') if name.startswith(pair)), name)


def along(line, fractions):
    """Points at fractions of the length of a polyline [n, 3]."""
    step = np.linalg.norm(np.diff(line, axis=0), axis=1)
    at = np.concatenate([[0.0], np.cumsum(step)])
    return np.stack([np.interp(np.asarray(fractions) * at[-1], at, line[:, k]) for k in range(3)], 1)


def even(count):
    return np.linspace(0, 1, count) if count > 1 else np.zeros(1)


def find_chains(parents, roles, sides, joints):
    """Chains of one part of the body, parents first, and the chain of each joint (-1: a branch that is left out)."""
    n = len(parents)
    groups = [group_of(r) for r in roles]
    same = lambda a, b: groups[a] == groups[b] and (groups[a] == 'trunk' or sides[a] == sides[b])
    reach = np.zeros(n)
    for j in range(n - 1, 0, -1):
        if same(j, parents[j]):
            reach[parents[j]] = max(reach[parents[j]], reach[j] + np.linalg.norm(joints[j] - joints[parents[j]]) + 1e-6)
    best = {}
    for j in range(1, n):
        p = parents[j]
        if same(j, p) and (p not in best or reach[j] > reach[best[p]]):
            best[p] = j
    chains, of = [], [-1] * n
    for j in range(n):
        p = parents[j]
        if groups[j] in DROPPED or (p >= 0 and of[p] < 0 and same(j, p)):
            continue
        if p >= 0 and same(j, p):
            if best[p] != j:
                continue
            of[j] = of[p]
        else:
            of[j] = len(chains)
            chains.append([])
        chains[of[j]].append(j)
    return chains, of, groups


def place_chain(kind, line, names, limbs, anchor):
    """Joints of a chain and their roles. `line` [n, 3]; `anchor`: the place that it hangs on, None for the root."""
    role = lambda name: ROLES.index(name)
    if kind == 'trunk':
        count = 5 if limbs['jointed'] else 4 if limbs['fins'] else 7
        if len(line) < 2:
            return line, [role('hips' if anchor is None else 'spine')]
        return along(line, even(count)), [role('hips' if anchor is None else 'spine')] + [role('spine')] * (count - 2) + [role('chest')]
    if kind == 'tail':
        count = 5 if limbs['jointed'] else 4 if limbs['fins'] else 7
        return (line, [role('tail')]) if len(line) < 2 else (along(line, 0.05 + 0.9 * even(count)), [role('tail')] * count)
    if kind == 'arm':
        first = {name: next((i for i, own in enumerate(names) if own == name), None) for name in ARM}
        if first['upperArm'] is not None and first['lowerArm'] is not None and first['hand'] is not None:
            upper = line[first['upperArm']]
            shoulder = line[first['shoulder']] if first['shoulder'] is not None else upper if anchor is None else upper + 0.35 * (anchor - upper)
            return np.stack([shoulder, upper, line[first['lowerArm']], line[first['hand']]]), [role(name) for name in ARM]
        return (line, [role(name) for name in names]) if len(line) < 3 else (along(line, [0, 0.2, 0.55, 0.95]), [role(name) for name in ARM])
    if kind in ('front', 'hind', 'middle'):
        if len(line) < 3:
            return line, [role(name) for name in names]
        parts = [kind + part for part in ('UpperLeg', 'LowerLeg', 'Foot')]
        first = [next((i for i, own in enumerate(names) if own == part), None) for part in parts]
        whole = None not in first
        if limbs['legs'] != 4:
            return (line[first] if whole else along(line, [0.05, 0.53, 0.95])), [role(part) for part in parts]
        if whole and first[2] < len(line) - 1:
            places = line[[*first, len(line) - 1]]
        else:
            places = along(line, [0, 0.45, 0.75, 1])
        return places, [role(parts[0]), role(parts[1]), role(parts[2]), role(parts[2])]
    if kind in SINGLE:
        return line[:1], [role(kind)]
    count = dict(wing=4, tentacle=5).get(kind, 2)
    return (line, [role(kind)]) if len(line) < 2 else (along(line, even(count)), [role(kind)] * count)


def canonical(joints, parents, roles, sides):
    """Joints [n, 3], parents, roles, sides with exact numbers per chain; parents first, as the input is."""
    chains, of, groups = find_chains(parents, roles, sides, joints)
    kinds = [groups[chain[0]] for chain in chains]
    side = [int(sides[chain[0]]) for chain in chains]
    limbs = dict(legs=sum(kind in ('front', 'hind', 'middle') for kind in kinds), arms=kinds.count('arm'), fins=kinds.count('fin'))
    limbs['jointed'] = limbs['legs'] + limbs['arms'] + kinds.count('wing') > 0
    out = dict(joints=[], parents=[], roles=[], sides=[])
    spans = [None] * len(chains)

    def add(places, roles_, side_, parent):
        begin = len(out['joints'])
        for i, (place, role) in enumerate(zip(places, roles_)):
            out['joints'].append(place)
            out['parents'].append(parent if i == 0 else begin + i - 1)
            out['roles'].append(role)
            out['sides'].append(side_)
        return range(begin, begin + len(places))

    def holder(c):
        """The new joint that a chain hangs on, and the chain that this is of."""
        j = parents[chains[c][0]]
        while j >= 0 and (of[j] < 0 or spans[of[j]] is None):
            j = parents[j]
        if j < 0:
            return -1, None
        span, kind, own = spans[of[j]], kinds[of[j]], kinds[c]
        if kind == 'trunk' and own in ('hind', 'tail'):
            return span[0], of[j]
        if (kind == 'trunk' and own in ('front', 'arm', 'neck', 'head')) or (kind == 'neck' and own == 'head'):
            return span[-1], of[j]
        away = [np.linalg.norm(out['joints'][k] - joints[j]) for k in span]
        return span[int(np.argmin(away))], of[j]

    # A neck is placed with its head, between chest and head.
    neck_of = {}
    for c, kind in enumerate(kinds):
        if kind == 'head':
            above = parents[chains[c][0]]
            if above >= 0 and of[above] >= 0 and kinds[of[above]] == 'neck':
                neck_of[of[above]] = c
    for c, chain in enumerate(chains):
        kind, line = kinds[c], joints[chain]
        parent, above = holder(c)
        if parent < 0 and out['joints']:
            continue
        names = [ROLES[roles[j]] for j in chain]
        anchor = out['joints'][parent] if parent >= 0 else None
        fractions = [0.5] if limbs['arms'] and limbs['legs'] <= 2 else [0.3, 0.65]
        if kind == 'neck':
            far = joints[chains[neck_of[c]][0]] if c in neck_of else line[-1]
            way = np.concatenate([line[:1] if anchor is None else [anchor], line, [far]])
            spans[c] = add(along(way, fractions), [ROLES.index('neck')] * len(fractions), side[c], parent)
            continue
        if kind == 'head' and above is not None and kinds[above] == 'trunk' and limbs['jointed']:
            span = add(along(np.stack([anchor, line[0]]), fractions), [ROLES.index('neck')] * len(fractions), side[c], parent)
            parent = span[-1]
        places, new_roles = place_chain(kind, line, names, limbs, anchor)
        spans[c] = add(places, new_roles, side[c], parent)
    return (np.array(out['joints'], np.float32).reshape(-1, 3), np.array(out['parents']), np.array(out['roles']), np.array(out['sides']))
