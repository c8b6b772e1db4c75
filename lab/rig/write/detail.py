"""The joints that are written for a body at each detail, as places between the joints that its rig has.

`own`: the rig's joints. `low` and `standard`: exact numbers per chain, so that a body plan has the same joints in every mesh;
`low` has no small parts. `high`: the rig's own chains where they are finer than standard ones, toes and branches kept.
A target joint lies at a fraction of the way between two joints of the rig, so that it moves with them in every pose.
"""

import numpy as np

from skeleton import DETAILS, ROLES

NUMBER = {role: i for i, role in enumerate(ROLES)}
TRUNK, ARM = ('hips', 'spine', 'chest'), ('shoulder', 'upperArm', 'lowerArm', 'hand')
ROWS = ('front', 'hind', 'middle')
GROUP = [('trunk' if r in TRUNK else 'arm' if r in ARM else next((row for row in ROWS if r.startswith(row)), r)) for r in ROLES]
SMALL = ('finger', 'ear', 'horn', 'jaw', 'face')
LEAST_FACE = 3  # joints of a trunk or a long tongue; shorter chains are expressions


class Chain:
    __slots__ = ('joints', 'kind', 'side', 'above', 'is_branch', 'targets')

    def __init__(self, joints, kind, side, above, is_branch):
        self.joints, self.kind, self.side, self.above, self.is_branch, self.targets = joints, kind, side, above, is_branch, None


def find_chains(joints, parents, roles, sides):
    """Chains of one part of the body, in an order in which what they hang on comes before; joints that are no part are left out.

    `above`: the joint that a chain hangs on, -1 for the first one. A branch of a chain of the same part is a chain of its own.
    """
    n = len(parents)
    kinds = [GROUP[r] for r in roles]
    known = [kind != 'other' for kind in kinds]
    above = [-1] * n
    for j in range(n):
        p = parents[j]
        above[j] = -1 if p < 0 else p if known[p] else above[p]
    same = lambda a, b: kinds[a] == kinds[b] and (kinds[a] == 'trunk' or sides[a] == sides[b])
    reach, best = [0.0] * n, {}
    for j in range(n - 1, -1, -1):
        p = above[j]
        if known[j] and p >= 0 and same(j, p):
            reach[p] = max(reach[p], reach[j] + float(np.linalg.norm(joints[j] - joints[p])) + 1e-6)
    for j in range(n):
        p = above[j]
        if known[j] and p >= 0 and same(j, p) and (p not in best or reach[j] > reach[best[p]]):
            best[p] = j
    chains, of = [], [None] * n
    for j in range(n):
        if not known[j]:
            continue
        p = above[j]
        if p >= 0 and best.get(p) == j:
            of[j] = of[p]
        else:
            of[j] = Chain([], kinds[j], int(sides[j]), p, p >= 0 and same(j, p))
            chains.append(of[j])
        of[j].joints.append(j)
    return [chain for chain in chains if chain.kind != 'face' or len(chain.joints) >= LEAST_FACE], of


def along(joints, line, fractions):
    """Places at fractions of the length of a line of joints, as pairs of joints and a fraction between them."""
    if len(line) == 1:
        return [(line[0], line[0], 0.0)] * len(fractions)
    at = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(joints[line], axis=0), axis=1))])
    out = []
    for fraction in fractions:
        want = fraction * at[-1]
        k = min(int(np.searchsorted(at, want, side='right')) - 1, len(line) - 2)
        out.append((line[k], line[k + 1], float((want - at[k]) / max(1e-9, at[k + 1] - at[k]))))
    return out


def even(count):
    return [k / (count - 1) for k in range(count)] if count > 1 else [0.0]


def itself(line):
    return [(j, j, 0.0) for j in line]


def place(chain, joints, names, body, low):
    """Targets of a chain as (joint, joint, fraction, role) with exact numbers; empty where the detail leaves it out."""
    line, kind = chain.joints, chain.kind
    n = len(line)
    said = lambda places, roles: [(*p, NUMBER[r]) for p, r in zip(places, roles)]
    if chain.is_branch or (low and kind in SMALL):
        return []
    if kind == 'trunk':
        count = (2 if body['jointed'] else 3) if low else 5 if body['jointed'] else 4 if body['fins'] else 7
        if n < 2:
            return said(itself(line), ['hips' if chain.above < 0 else 'spine'])
        return said(along(joints, line, even(count)), ['hips' if chain.above < 0 else 'spine'] + ['spine'] * (count - 2) + ['chest'])
    if kind == 'tail':
        count = 3 if low else 5 if body['jointed'] else 4 if body['fins'] else 7
        return said(itself(line), ['tail']) if n < 2 else said(along(joints, line, [0.05 + 0.9 * f for f in even(count)]), ['tail'] * count)
    if kind == 'arm':
        first = {name: next((line[i] for i in range(n) if names[line[i]] == name), None) for name in ARM}
        if None not in (first['upperArm'], first['lowerArm'], first['hand']):
            places = itself([first['upperArm'], first['lowerArm'], first['hand']])
            if low:
                return said(places, ARM[1:])
            if first['shoulder'] is not None:
                return said(itself([first['shoulder']]) + places, ARM)
            root = first['upperArm'] if chain.above < 0 else chain.above
            return said([(first['upperArm'], root, 0.35)] + places, ARM)
        if n < 3:
            return said(itself(line), [names[j] for j in line])
        places = along(joints, line, [0, 0.2, 0.55, 0.95])
        return said(places[low:], ARM[low:])
    if kind in ROWS:
        parts = [kind + part for part in ('UpperLeg', 'LowerLeg', 'Foot')]
        first = [next((i for i in range(n) if names[line[i]] == part), None) for part in parts]
        whole = None not in first
        if n < 3:
            return said(itself(line), [names[j] for j in line])
        if low or body['legs'] != 4:
            return said(itself([line[i] for i in first]) if whole else along(joints, line, [0.05, 0.53, 0.95]), parts)
        ends = whole and first[2] < n - 1
        places = itself([line[i] for i in (*first, n - 1)]) if ends else along(joints, line, [0, 0.45, 0.75, 1])
        return said(places, [*parts, parts[2]])
    if kind == 'finger':
        return said(itself(line[-3:]), ['finger'] * min(3, n))  # what comes before them lies in the palm
    if kind in ('head', 'jaw', 'ear', 'horn') or (kind == 'fin' and low):
        return said(itself(line[:1]), [kind])
    count = {'wing': 2 if low else 4, 'tentacle': 3 if low else 5, 'face': 5}.get(kind, 2)
    return said(itself(line), [kind] * n) if n < 2 else said(along(joints, line, even(count)), [kind] * count)


def neck_of(chain, chains, of, joints, body, low):
    """A neck lies between chest and head, wherever its rig has joints."""
    head = next((c for c in chains if c.kind == 'head' and c.above >= 0 and of[c.above] is chain), None)
    line = ([chain.above] if chain.above >= 0 else []) + chain.joints + (head.joints[:1] if head else [])
    fractions = [0.5] if low or (body['arms'] and body['legs'] <= 2) else [0.3, 0.65]
    return [(*p, NUMBER['neck']) for p in along(joints, line, fractions)]


def describe(chains):
    kinds = [chain.kind for chain in chains if not chain.is_branch]
    body = dict(legs=sum(kind in ROWS for kind in kinds), arms=kinds.count('arm'), fins=kinds.count('fin'))
    return dict(body, jointed=body['legs'] + body['arms'] + kinds.count('wing') > 0)


def targets(joints, parents, roles, sides, detail):
    """Rows (joint, joint, fraction, parent, role, side) of what is written, parents before children."""
    chains, of = find_chains(joints, parents, roles, sides)
    names, body = [ROLES[r] for r in roles], describe(chains)
    out, places = [], []

    def add(chain, some, parent):
        chain.targets = []
        for a, b, f, role in some:
            chain.targets.append(len(out))
            places.append((1 - f) * joints[a] + f * joints[b])
            out.append((a, b, f, parent, role, chain.side))
            parent = len(out) - 1

    def holder(chain):
        j = chain.above
        while j >= 0 and (of[j] is None or not of[j].targets):
            j = of[j].above if of[j] is not None else parents[j]
        if j < 0:
            return -1, None
        span, kind, own = of[j].targets, of[j].kind, chain.kind
        if kind == 'trunk' and own in ('hind', 'tail'):
            return span[0], of[j]
        if (kind == 'trunk' and own in ('front', 'arm', 'neck', 'head')) or (kind == 'neck' and own == 'head'):
            return span[-1], of[j]
        exact = [t for t in span if out[t][0] == j and out[t][2] == 0]
        return exact[0] if exact else min(span, key=lambda t: float(np.linalg.norm(places[t] - joints[j]))), of[j]

    low = detail == 'low'
    for chain in chains:
        parent, above = holder(chain)
        if parent < 0 and out:
            continue
        own = [(j, j, 0.0, roles[j]) for j in chain.joints]
        some = neck_of(chain, chains, of, joints, body, low) if chain.kind == 'neck' and not chain.is_branch else place(chain, joints, names, body, low)
        if detail == 'own' or (detail == 'high' and len(own) >= len(some)):
            some = own
        elif chain.kind == 'head' and not chain.is_branch and above is not None and above.kind == 'trunk' and body['jointed']:
            neck = [0.5] if low or (body['arms'] and body['legs'] <= 2) else [0.3, 0.65]
            a = out[parent][0]
            for f in neck:
                places.append((1 - f) * joints[a] + f * joints[chain.joints[0]])
                out.append((a, chain.joints[0], f, parent, NUMBER['neck'], chain.side))
                parent = len(out) - 1
        add(chain, some, parent)
    return out


def all_targets(joints, parents, roles, sides):
    return {detail: targets(joints, parents, roles, sides, detail) for detail in DETAILS}
