"""The endless variations of a body that training sees, a batch at a time on the device that holds the bodies: posed by its
clips or by chance, stretched limb by limb, robbed of limbs, warped, fattened, mirrored, turned, normalised.

`gather` looks bodies up, `vary` does the rest: fixed shapes, so that it can be compiled.
"""

import math

import torch

from bodies import LIMBS, POINT_TENSORS, R
from skeleton import DETAILS, LATENTS, LIMB_QUESTIONS, MOST_JOINTS, OTHER, PLAN, POINTS, ROLES

CANDIDATES = POINTS * 3 // 2  # points drawn, of which POINTS stay once a limb is dropped
NONE = len(ROLES)
CORE = [R[r] for r in ('hips', 'spine', 'chest', 'neck', 'head')]
# Parts that are stretched together.
GROUPS = torch.tensor([{'head': 0, 'jaw': 0, 'face': 0, 'ear': 1, 'horn': 1, 'wing': 6, 'tail': 7, 'fin': 8, 'tentacle': 9,
                        'neck': 10}.get(r, 2 if i in LIMBS['arms'] else 3 if r.startswith('front') else 4 if r.startswith('hind')
                                        else 5 if r.startswith('middle') else 11) for i, r in enumerate(ROLES)] + [11])
DROPPED = [[R[r]] for r in ('tail', 'ear', 'horn', 'wing', 'fin', 'jaw', 'face', 'tentacle', 'finger')] + [LIMBS['arms']]
# The same as a table of roles; the last column is of joints that are not there.
IS_DROPPED = torch.tensor([[r in some for r in range(NONE + 1)] for some in DROPPED])
# Whether a role is of a limb that a plan counts, and of a small part that it asks for; the last row is of no joint.
IS_LIMB = torch.tensor([[r in LIMBS[name] for r in range(NONE + 1)] for name in list(PLAN)[1:LIMB_QUESTIONS]])
SMALL = torch.tensor([R['finger'], R['ear'], R['horn'], R['jaw']])
# How often each detail is asked for.
DETAIL_SHARES = torch.tensor([0.3, 0.15, 0.4, 0.15])
# Across the mirror plane; how far chains curl about each axis; the largest answers of a plan but the first.
MIRROR, CURL = torch.tensor([-1.0, 1.0, 1.0]), torch.tensor([0.4, 0.5, 0.1]) * math.radians(70)
MOST = torch.tensor([size - 1 for size in list(PLAN.values())[1:]])
TABLES = dict(MIRROR=MIRROR, CURL=CURL, MOST=MOST, GROUPS=GROUPS, IS_DROPPED=IS_DROPPED, IS_LIMB=IS_LIMB, SMALL=SMALL, DETAIL_SHARES=DETAIL_SHARES)


def tables_on(device):
    """The tables above on a device, once."""
    return {name: table.to(device) for name, table in TABLES.items()}


def rotation(v):
    """Rotation matrices of rotation vectors [..., 3]."""
    angle = v.norm(dim=-1, keepdim=True)[..., None] + 1e-9
    x, y, z = (v / angle[..., 0]).unbind(-1)
    o = torch.zeros_like(x)
    k = torch.stack([o, -z, y, z, o, -x, -y, x, o], -1).view(*v.shape[:-1], 3, 3)
    return torch.eye(3, device=v.device) + angle.sin() * k + (1 - angle.cos()) * (k @ k)


def rows_of(x, index):
    return torch.gather(x, 1, index.view(*index.shape, *[1] * (x.dim() - 2)).expand(*index.shape, *x.shape[2:]))


def chance(batch, p):
    return torch.rand(batch) < p


def gather(bodies, index, plain=False, detail=None):
    """What `vary` needs of some bodies: points of which half of the time the first are even and the rest at random, joints, a
    pose of a clip, the joints that are written at a detail (drawn, or the given one)."""
    B, device = len(index), bodies.points.device
    pick = torch.arange(CANDIDATES, device=device)[None].expand(B, -1)
    if not plain:
        random = torch.randint(LATENTS, bodies.points.shape[1], (B, CANDIDATES - LATENTS), device=device)
        even = torch.rand(B, 1, device=device) < 0.5
        pick = torch.cat([pick[:, :LATENTS], torch.where(even, pick[:, LATENTS:], random)], 1)
    out = {key: getattr(bodies, key)[index[:, None], pick] for key in POINT_TENSORS}
    for key in (*bodies.JOINTS, *bodies.FACTS):
        out[key] = getattr(bodies, key)[index]
    asked = torch.multinomial(DETAIL_SHARES.to(device), B, replacement=True) if detail is None else torch.full((B,), DETAILS.index(detail), device=device)
    out['detail'] = asked
    for key in bodies.GOALS:
        out[key] = getattr(bodies, key)[index, asked]
    frames, count = bodies.pose_count[index], out['count']
    frame = (torch.rand(B, device=device) * frames).long()
    row = bodies.pose_start[index][:, None] + frame[:, None] * count[:, None] + torch.arange(MOST_JOINTS, device=device)
    out['posed'] = (frames > 0) & (torch.rand(B, device=device) < 0.5) if not plain else torch.zeros(B, dtype=torch.bool, device=device)
    there = (torch.arange(MOST_JOINTS, device=device) < count[:, None]) & out['posed'][:, None]
    out['motion'] = bodies.poses[torch.where(there, row, 0)] if len(bodies.poses) else torch.zeros(B, MOST_JOINTS, 12, device=device)
    return out


def vary(given, tables, plain=False):
    """A batch as the network sees it (`plain`: as the bodies are, turned by nothing)."""
    B, J = given['parents'].shape
    device = given['parents'].device
    joints, parents = given['joints'], given['parents']
    real = torch.arange(J, device=device)[None] < given['count'][:, None]
    role, side = torch.where(real, given['roles'], NONE), given['sides']
    influence, dropped = given['influences'].long(), torch.zeros_like(real)
    if not plain:
        dropped = drop_limbs(role, parents, real, influence, tables)
    # (1) Points that stay.
    lost = torch.gather(dropped, 1, influence[..., 0])
    keep = (torch.arange(CANDIDATES, device=device)[None] + lost * CANDIDATES * 2).argsort(1)[:, :POINTS]
    P, N, influence = rows_of(given['points'], keep).float(), rows_of(given['normals'], keep).float() / 127, rows_of(influence, keep)
    weight = rows_of(given['weights'], keep).float()
    weight = weight / weight.sum(-1, keepdim=True).clamp(min=1)
    heading = torch.zeros(B, device=device)
    if not plain:
        # (2) Generated bodies vary enough by themselves: half of them stay as they are.
        varied = ~given['generated'] | (torch.rand(B, device=device) < 0.5)
        P, N, joints = move(P, N, joints, influence, weight, choose_motion(given, joints, parents, role, side, tables, varied))
        P, N, joints = (torch.where(varied[:, None, None], new, old) for new, old in zip(deform(P, N, joints, role, influence, tables), (P, N, joints)))
    # (3) The joints that are written.
    a, b, f = given['goal_a'].long(), given['goal_b'].long(), given['goal_f'].float()[..., None]
    goal = (1 - f) * rows_of(joints, a) + f * rows_of(joints, b)
    token, upward = given['goal_token'].long(), given['goal_parent'].long()
    stays = (torch.arange(J, device=device)[None] < given['goal_count'][:, None]) & ~torch.gather(dropped, 1, a)
    if not plain:
        # (4) Mirror; turn about the vertical, half of the time to about the front, and a little about everything.
        flip = torch.rand(B, device=device) < 0.5
        sign = torch.where(flip[:, None], tables['MIRROR'], 1.0)[:, None]
        P, N, goal = P * sign, N * sign, goal * sign
        order = torch.where(flip[:, None], given['goal_mirror'].long(), torch.arange(J, device=device))
        upward = reorder_parents(upward, order)
        goal, token, stays = rows_of(goal, order), torch.gather(token, 1, order), torch.gather(stays, 1, order)
        swap = lambda x: torch.where(flip[:, None] & (x > 0), 3 - x, x)
        token, side = token - token % 3 + swap(token % 3), swap(side)
        heading = draw_heading(B, device)
        upright = torch.zeros(B, 3, device=device)
        upright[:, 1] = heading
        turn = rotation(upright) @ rotation(torch.randn(B, 3, device=device) * math.radians(3))
        P, N, goal = (x @ turn.transpose(1, 2) for x in (P, N, goal))
        P = P + torch.randn_like(P) * ((torch.rand(B, device=device) < 0.5) * torch.rand(B, device=device) * 0.006)[:, None, None]
        inward = torch.where(torch.rand(B, device=device) < 0.1, -1.0, 1.0) * (torch.rand(B, device=device) >= 0.15)
        N = N * inward[:, None, None]
    low, high = P.amin(1, keepdim=True), P.amax(1, keepdim=True)
    center, size = (low + high) / 2, (high - low).amax(2, keepdim=True)
    P, goal = (P - center) / size, (goal - center) / size
    # (5) Close the gaps that dropped joints leave; limbs are dropped whole.
    order = (~stays).long().argsort(dim=1, stable=True)
    upward = reorder_parents(upward, order)
    n = stays.sum(1)
    mask = torch.arange(J, device=device)[None] < n[:, None]
    body = given['whole'] == 0
    part = torch.gather(torch.where(real & ~dropped & (role != R['other']), role * 3 + side, -100), 1, influence[:, :LATENTS, 0])
    return dict(points=torch.cat([P, N], -1), joints=rows_of(goal, order), tokens=torch.where(mask, torch.gather(token, 1, order), OTHER),
                parents=torch.where(mask, upward, -1), mask=mask, plan=read_plan(given, role, real & ~dropped, side, tables), told=given['told'], endless=given['endless'],
                heading=heading, parts=torch.where(body[:, None], part, -100), detail=given['detail'], body=body)


def reorder_parents(parents, order):
    place, moved = order.argsort(1), torch.gather(parents, 1, order)
    return torch.where(moved < 0, -1, torch.gather(place, 1, moved.clamp(min=0)))


def drop_limbs(role, parents, real, influence, tables):
    """Joints of a kind of part that is left out, with what hangs on them; a quarter of the bodies lose one."""
    table = tables['IS_DROPPED']
    has = table[:, role].any(2).T
    drawn = (torch.rand(has.shape, device=role.device) * has).argmax(1)
    gone = table[drawn[:, None], role] & ((torch.rand(len(role), device=role.device) < 0.25) & has.any(1))[:, None]
    upward = parents.clamp(min=0)
    for _ in range(6):  # ancestors twice as far each time
        gone = gone | torch.gather(gone, 1, upward)
        upward = torch.gather(upward, 1, upward)
    gone = gone & real
    lost = torch.gather(gone, 1, influence[..., 0]).sum(1)
    spared = ~gone[:, 0] & (gone.sum(1) < 0.6 * real.sum(1)) & (lost <= CANDIDATES - POINTS)
    return gone & spared[:, None]


def read_plan(given, role, there, side, tables):
    """Answers to the questions of the plan, of what is there. Fins of the middle (back, belly) do not count."""
    role = torch.where(there, role, NONE)
    above = given['above']
    above_role = torch.where(above >= 0, torch.gather(role, 1, above.clamp(min=0)), NONE)
    starts = tables['IS_LIMB'][:, role] & ~tables['IS_LIMB'][:, above_role]  # [7, B, J]
    fins = list(PLAN).index('fins') - 1
    counts = torch.stack([(s & (side > 0) if k == fins else s).sum(1) for k, s in enumerate(starts.unbind(0))], 1)
    finger = (role == R['finger']) & (above_role != R['finger'])
    hands = torch.stack([(finger & (side == k)).sum(1) for k in range(3)], 1).amax(1)
    small = torch.stack([hands, *((role == R[name]).any(1).long() for name in ('ear', 'horn', 'jaw'))], 1)
    counts = torch.minimum(torch.cat([counts, small], 1), tables['MOST'])
    body = (given['whole'] == 0)[:, None]
    return torch.cat([given['whole'][:, None], torch.where(body, counts, 0)], 1)


def draw_heading(B, device):
    """Radians about +Y that a body is turned by: half of the time about none, a fifth about a quarter, else any."""
    draw = torch.rand(B, device=device)
    near = torch.randn(B, device=device) * math.radians(8)
    quarter = torch.randint(4, (B,), device=device) * (math.pi / 2)
    return torch.where(draw < 0.5, near, torch.where(draw < 0.7, quarter + near, torch.rand(B, device=device) * 2 * math.pi))


def choose_motion(given, joints, parents, role, side, tables, varied):
    """A motion [B, J, 3, 4] of every joint: of a pose of a clip where there is one, else drawn."""
    drawn = draw_pose(joints, parents, role, side, tables)
    clip = given['motion'].float().view(*parents.shape, 3, 4)
    still = torch.eye(3, 4, device=parents.device).expand_as(drawn)
    moves = varied & (given['count'] > 0)
    return torch.where(moves[:, None, None, None], torch.where(given['posed'][:, None, None, None], clip, drawn), still)


def move(P, N, joints, influence, weight, motion):
    """Linear blend skinning."""
    B, J = joints.shape[:2]
    flat = motion.reshape(B * J, 12)
    row = influence + (torch.arange(B, device=P.device) * J)[:, None, None]
    mixed = sum(weight[..., k, None] * flat[row[..., k]] for k in range(influence.shape[2])).view(B, -1, 3, 4)
    # Points that nothing moves stay.
    free = (weight.sum(-1) < 0.5)[..., None]
    posed = (mixed[..., :3] * P[:, :, None]).sum(-1) + mixed[..., 3]
    normal = (mixed[..., :3] * N[:, :, None]).sum(-1)
    normal = normal / normal.norm(dim=-1, keepdim=True).clamp(min=1e-6)
    at = (motion[..., :3] * joints[:, :, None]).sum(-1) + motion[..., 3]
    return torch.where(free, P, posed), torch.where(free, N, normal), at


def draw_pose(rest, parents, role, side, tables):
    """Limbs of other lengths, then a pose: forward kinematics with a scale per joint. [B, J, 3, 4]"""
    B, J = role.shape
    device = role.device
    known = role.clamp(max=NONE - 1)
    draw = lambda p: torch.rand(B, device=device) < p
    log = torch.gather(torch.randn(B, 12, device=device) * 0.22, 1, tables['GROUPS'][known])
    log = log + torch.gather(torch.randn(B, NONE, device=device) * 0.10, 1, known)
    scale = torch.where(draw(0.25)[:, None], torch.ones_like(log), log.exp().clamp(0.5, 2.0))
    core = (known <= R['chest']) | (known == R['neck']) | (known == R['head'])
    spread = torch.where(core, 6.0, 13.0) * (0.3 + torch.rand(B, 1, device=device))
    v = (torch.randn(B, J, 3, device=device) * torch.deg2rad(spread)[..., None]).clamp(-0.7, 0.7)
    v = torch.where((role == R['hips'])[..., None], 0.0, v)
    hand = torch.where(side == 1, 1.0, torch.where(side == 2, -1.0, 0.0))
    raised = torch.where(draw(0.5), torch.deg2rad(-70 + 100 * torch.rand(B, device=device)), 0.0)
    tilt = hand * (role == R['upperArm']) * raised[:, None]
    swung = torch.where(draw(0.4)[:, None, None], torch.randn(B, 3, 3, device=device) * math.radians(14), 0.0)
    nod = sum((role == R[upper]) * torch.gather(swung[:, k], 1, side) for k, upper in enumerate(('frontUpperLeg', 'hindUpperLeg', 'middleUpperLeg')))
    v = v + torch.stack([nod, torch.zeros_like(nod), tilt], -1)
    curled = draw(0.4)
    for name in ('tail', 'spine', 'tentacle', 'neck', 'finger'):
        mine = (role == R[name]) & curled[:, None]
        bend = torch.randn(B, 1, 3, device=device) * tables['CURL']
        v = v + mine[..., None] * bend / mine.sum(1).clamp(min=1)[:, None, None]
    q = rotation(v * draw(0.6)[:, None, None])
    parent = torch.where(parents < 0, torch.arange(J, device=device), parents)
    done = parent == torch.arange(J, device=device)
    g = torch.where(done[..., None], rest, (rest - rows_of(rest, parent)) * torch.gather(scale, 1, parent)[..., None])
    upward = parent
    for _ in range(6):  # each step reaches ancestors twice as far
        up = rows_of(q, upward)
        g = torch.where(done[..., None], g, (up * g[:, :, None]).sum(-1) + rows_of(g, upward))
        q = torch.where(done[..., None, None], q, (up[..., None] * q[:, :, None]).sum(-2))
        done, upward = done | torch.gather(done, 1, upward), torch.gather(upward, 1, upward)
    matrix = q * scale[..., None, None]
    return torch.cat([matrix, (g - (matrix * rest[:, :, None]).sum(-1))[..., None]], -1)


def deform(P, N, joints, role, influence, tables):
    """Smooth warps of space, a taper, more or less flesh, another scale per axis; joints go along."""
    B, device = len(P), P.device
    draw = lambda p: torch.rand(B, device=device) < p
    mirror = tables['MIRROR']
    even, some = draw(0.6)[:, None, None], draw(0.6)[:, None, None].float()
    for _ in range(3):
        k = torch.randn(B, 1, 3, device=device)
        k = k / k.norm(dim=-1, keepdim=True) * 2 * math.pi * (0.3 + 1.1 * torch.rand(B, 1, 1, device=device))
        phase, size = torch.rand(B, 1, device=device) * 2 * math.pi, torch.randn(B, 1, 3, device=device) * 0.022 * some

        def warp(X):
            a, b = torch.sin((X * k).sum(-1) + phase)[..., None], torch.sin((X * mirror * k).sum(-1) + phase)[..., None]
            symmetric = torch.cat([(a - b), (a + b), (a + b)], -1) * 0.7
            return X + torch.where(even, symmetric, a.expand_as(symmetric)) * size

        P, joints = warp(P), warp(joints)
    axis = torch.randint(1, 3, (B,), device=device)
    amount = torch.randn(B, device=device) * 0.25 * draw(0.4)

    def taper(X):
        along = torch.gather(X, 2, axis[:, None, None].expand(-1, X.shape[1], 1))
        factor = (1 + amount[:, None, None] * along).clamp(0.3, 3)
        return torch.where(torch.arange(3, device=device) != axis[:, None, None], X * factor, X)

    P, joints = taper(P), taper(joints)
    group = tables['GROUPS'][role]
    fat = (0.004 + torch.randn(B, 1, device=device) * 0.009) + torch.gather(torch.randn(B, 12, device=device) * 0.005, 1, torch.gather(group, 1, influence[..., 0]))
    P = P + N * (fat * draw(0.6)[:, None])[..., None]
    scale = (torch.randn(B, 1, 3, device=device) * 0.17).exp()
    N = N / scale
    return P * scale, N / N.norm(dim=-1, keepdim=True).clamp(min=1e-6), joints * scale
