"""Rotations, forward kinematics and damped least squares, batched over rigs of one padded size.

The pose convention is the library's (src/rig/rig.ts): q_j is the rotation away from rest relative to the parent, in
character axes; Q_j = Q_parent q_j and g_j = g_parent + Q_parent (rest_j - rest_parent). Rotations are 3 x 3 matrices
here. `damped_least_squares` is the same algorithm as src/pose/solve-least-squares.ts.
Small matrix products are written out as sums: cuBLAS is slow on batches of 3 x 3.
"""

import torch

ROTATION_SCALE = 0.25
HEIGHT_SCALE = 0.3
POSITION_SCALE = 0.25


def multiply(a, b):
    return (a[..., :, :, None] * b[..., None, :, :]).sum(-2)


def rotate(a, v):
    return (a * v[..., None, :]).sum(-1)


def gather(x, index):
    """Rows of x [B, J, ...] picked along dimension 1 by index [B, K]."""
    shaped = index.view(*index.shape, *([1] * (x.dim() - 2))).expand(*index.shape, *x.shape[2:])
    return torch.gather(x, 1, shaped)


def cross_matrix(v):
    x, y, z = v.unbind(-1)
    o = torch.zeros_like(x)
    return torch.stack([o, -z, y, z, o, -x, -y, x, o], -1).view(*v.shape[:-1], 3, 3)


def exponential(v):
    """Rotation vectors to matrices."""
    angle = v.norm(dim=-1, keepdim=True).clamp_min(1e-8)
    k = cross_matrix(v / angle)
    angle = angle[..., None]
    return torch.eye(3, device=v.device) + angle.sin() * k + (1 - angle.cos()) * multiply(k, k)


def logarithm(r):
    """Matrices to rotation vectors."""
    cosine = ((r.diagonal(dim1=-2, dim2=-1).sum(-1) - 1) / 2).clamp(-1 + 1e-6, 1 - 1e-6)
    angle = torch.acos(cosine)
    v = torch.stack([r[..., 2, 1] - r[..., 1, 2], r[..., 0, 2] - r[..., 2, 0], r[..., 1, 0] - r[..., 0, 1]], -1)
    return v * (angle / (2 * angle.sin().clamp_min(1e-4)))[..., None]


def quaternion_to_matrix(q):
    x, y, z, w = (q / q.norm(dim=-1, keepdim=True).clamp_min(1e-8)).unbind(-1)
    rows = [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w),
            2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w),
            2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)]
    return torch.stack(rows, -1).view(*q.shape[:-1], 3, 3)


def matrix_to_six(r):
    """The first two columns less the identity's, scaled: channels 0-5 of the state."""
    six = torch.cat([r[..., 0], r[..., 1]], -1).clone()
    six[..., 0] -= 1
    six[..., 4] -= 1
    return six / ROTATION_SCALE


def six_to_matrix(six):
    """Gram-Schmidt."""
    six = six * ROTATION_SCALE
    a = torch.stack([six[..., 0] + 1, six[..., 1], six[..., 2]], -1)
    b = torch.stack([six[..., 3], six[..., 4] + 1, six[..., 5]], -1)
    x = a / (a.norm(dim=-1, keepdim=True) + 1e-6)
    b = b - (x * b).sum(-1, keepdim=True) * x
    y = b / (b.norm(dim=-1, keepdim=True) + 1e-6)
    return torch.stack([x, y, torch.linalg.cross(x, y)], -1)


def global_rotations(local, parents, doublings):
    """Q from q by pointer doubling: `doublings` >= log2(depth + 1)."""
    q, ancestor = local, parents
    for _ in range(doublings):
        inside, safe = ancestor >= 0, ancestor.clamp_min(0)
        q = torch.where(inside[..., None, None], multiply(gather(q, safe), q), q)
        ancestor = torch.where(inside, torch.gather(ancestor, 1, safe), ancestor)
    return q


def local_rotations(q, parents):
    above = gather(q, parents.clamp_min(0))
    return torch.where((parents >= 0)[..., None, None], multiply(above.transpose(-1, -2), q), q)


def joint_positions(q, bones, parents, ancestry):
    """g, root at the origin. `ancestry` [B, J, J]: 1 where the column is the row or above it."""
    turned = rotate(gather(q, parents.clamp_min(0)), bones)
    turned = torch.where((parents >= 0)[..., None], turned, torch.zeros_like(turned))
    return ancestry @ turned


def encode_state(local, positions, rest, height):
    """The 10 channels of a pose."""
    column = torch.zeros_like(positions[..., :1])
    column[:, 0, 0] = height / HEIGHT_SCALE
    return torch.cat([matrix_to_six(local), column, (positions - rest) / POSITION_SCALE], -1)


class SolvePositive(torch.autograd.Function):
    """x = A^-1 b for symmetric positive A [B, N, N], by matrix products alone: they can be captured in a CUDA graph.

    Newton-Schulz doubles the correct digits per turn once it has any, and needs about log2(condition) turns to get
    there; TF32 would lose them again.
    """

    @staticmethod
    def forward(ctx, a, b, turns):
        tf32, torch.backends.cuda.matmul.allow_tf32 = torch.backends.cuda.matmul.allow_tf32, False
        eye = torch.eye(a.shape[-1], device=a.device)
        inverse = eye / a.abs().sum(-1).amax(-1)[:, None, None]
        twice = 2 * eye
        for _ in range(turns):
            inverse = inverse @ (twice - a @ inverse)
        torch.backends.cuda.matmul.allow_tf32 = tf32
        x = inverse @ b
        ctx.save_for_backward(inverse, x)
        return x

    @staticmethod
    def backward(ctx, dx):
        inverse, x = ctx.saved_tensors
        db = inverse @ dx
        return -db @ x.transpose(-1, -2), db, None


def damped_least_squares(rig, handles, targets, valid, start=None, iterations=8, damping=0.1, max_step=0.5,
                         rest_pull=0.0, distal_power=0.0, turns=0):
    """Local rotations that bring joints `handles` [B, E] to `targets` [B, E, 3]; `valid` [B, E] marks real handles.

    With `turns` the systems are solved by `SolvePositive`, else by Cholesky.
    """
    parents, bones, ancestry = rig['parents'], rig['bones'], rig['ancestry']
    batch, joints = parents.shape
    eye = torch.eye(3, device=parents.device)
    local = eye.expand(batch, joints, 3, 3) if start is None else start
    weights = ancestry.sum(1).clamp_min(1) ** -distal_power  # by subtree size
    weights = weights[..., None].expand(batch, joints, 3).reshape(batch, 1, -1)
    above = gather(ancestry, handles) * valid[..., None]  # [B, E, J]
    above = above * (1 - torch.nn.functional.one_hot(handles, joints).to(above.dtype))
    damp = damping**2 * torch.eye(3 * handles.shape[1], device=parents.device)
    for _ in range(iterations):
        q = global_rotations(local, parents, rig['doublings'])
        g = joint_positions(q, bones, parents, ancestry)
        ends = gather(g, handles)
        residual = ((targets - ends) * valid[..., None]).reshape(batch, -1, 1)
        frame = torch.where((parents >= 0)[..., None, None], gather(q, parents.clamp_min(0)), eye)
        arms = (ends[:, :, None] - g[:, None]) * above[..., None]  # [B, E, J, 3]
        jacobian = -cross_matrix(arms).permute(0, 1, 3, 2, 4).reshape(batch, -1, 3 * joints)
        heavy = jacobian * weights
        system = torch.baddbmm(damp, heavy, jacobian.transpose(1, 2))
        home = 0
        if rest_pull:
            home = rotate(frame, -rest_pull * logarithm(local)).view(batch, -1, 1)
            residual = residual - jacobian @ home
        if turns:
            force = SolvePositive.apply(system, residual, turns)
        else:
            force = torch.cholesky_solve(residual, torch.linalg.cholesky_ex(system)[0])
        turn = (heavy.transpose(1, 2) @ force + home).view(batch, joints, 3)
        turn = turn * (max_step / turn.norm(dim=-1, keepdim=True).clamp_min(max_step))
        local = multiply(exponential(rotate(frame.transpose(-1, -2), turn)), local)
    return local
