"""Trees made from a rig: joints left out, pooled or added, a limb that moves by another frame (mixing) or that came from
another creature (grafting), a chain hung from its end. Made once, on the CPU.

Only chains are hung from elsewhere: a joint has one rotation for all its bones, so other trees with another root cannot
repeat the real positions.
"""

from multiprocessing import Pool

import numpy as np

from shards import GEOMETRY

LONG_CHAIN = 7  # joints that bend in waves, and that a body may hang from the end of


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
        self.root, self.given = 0, count  # joints beyond are new ones

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


def chain_ends(tree):
    """Paths to the root from the joints that a body which is a chain for the most part (a snake, an eel) may hang from."""
    ends, least = [], max(LONG_CHAIN, 0.3 * tree.count())
    for joint in range(1, tree.given):
        path = [joint]
        while path[-1] != 0:
            path.append(tree.parents[path[-1]])
        plain = all(tree.alive[k] and tree.aim[k] < 0 and tree.from_parent[k] < 0 and tree.source[k][0] == 0 for k in path)
        if plain and len(path) > least and all(len(tree.children(k)) == 1 for k in path[1:-1]):
            ends.append(path)
    return ends


def hang_from_end(tree, rng):
    """A chain has its root at an end: what is beyond goes. Every joint of it then moves the bone that its parent moved,
    with the flesh around it."""
    ends = chain_ends(tree)
    if not ends:
        return
    path = ends[rng.integers(len(ends))]
    for beyond in tree.subtree(path[0])[1:]:
        tree.alive[beyond] = False
    for joint, above in zip(path, path[1:]):
        tree.parents[above] = joint
        tree.source[joint] = tree.source[above]
        tree.geometry[joint] = dict(tree.geometry[above], centroid=tree.geometry[above]['centroid']
                                    + (tree.rest[above] - tree.rest[joint]).astype(np.float32))
    tree.parents[path[0]], tree.root = -1, path[0]


def runs(parents):
    """For every joint the number of joints of the unbranched chain that it belongs to."""
    children = [[] for _ in parents]
    for j, parent in enumerate(parents):
        if parent >= 0:
            children[parent].append(j)
    length = [0] * len(parents)
    for j, parent in enumerate(parents):
        if parent >= 0 and len(children[parent]) == 1 and parent > 0:
            continue
        chain = [j]
        while len(children[chain[-1]]) == 1:
            chain.append(children[chain[-1]][0])
        for k in chain:
            length[k] = len(chain)
    return length


def finish(tree, size):
    """Alive joints in breadth-first order, as arrays padded to `size`; None where they are too many."""
    order = [tree.root]
    for j in order:
        order += tree.children(j)
    if not 4 <= len(order) <= size:
        return None
    place = {j: i for i, j in enumerate(order)}
    parents = [place[tree.parents[j]] if j != tree.root else -1 for j in order]
    pad = lambda values, fill, shape=(): np.concatenate(
        [np.array(values), np.full((size - len(order), *shape), fill, np.array(values).dtype)])
    arrays = dict(
        parents=pad(parents, -1),
        run=pad(runs(parents), 0),
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
    return dict(arrays, count=len(order), root=tree.root)


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
        hang = rng.random() < 0.7 and chain_ends(tree)
        if rng.random() < 0.5 and not hang:  # pooled joints cannot be turned round
            pool_chains(tree, rng)
        if rng.random() < 0.4:
            insert_joints(tree, rng, size)
        if hang:
            hang_from_end(tree, rng)
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
