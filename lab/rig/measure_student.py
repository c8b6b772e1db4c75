"""How the same a network's skeletons are over frames of clips, and how near to artists' on rigs at rest: the network alone, one view."""

import numpy as np
import torch

from bodies import vary
from sequences import autocast, carry
from skeleton import PLAN
from write_joints import write_joints

OTHER_TREE, NOTHING = 0.02, 0.3  # added to the drift of a frame with another tree; drift of a frame without a skeleton


@torch.no_grad()
def measure_clips(network, clips, index):
    """Frames of clips written one by one: those with the anchor's tree, with its plan, and how far joints are from the anchor's carried along."""
    network.eval()
    T = clips.points.shape[1]
    points = clips.points[index].float().flatten(0, 1)
    with autocast():
        plan = network.encoder(points)[1]
    plan = torch.stack([logits.argmax(1) for logits in plan.float().split(list(PLAN.values()), 1)], 1)
    plan[:, 0] = 0
    written = write_joints(network, points, plan)
    same, alike, drift = [], [], []
    for s in range(len(index)):
        first = written[s * T]
        for t in range(1, T):
            joints, parents, tokens = written[s * T + t]
            equal = len(tokens) == len(first[2]) and (tokens == first[2]).all() and (parents == first[1]).all()
            same.append(bool(equal))
            alike.append(bool((plan[s * T + t] == plan[s * T]).all()))
            goal = carry(first[0], clips.tracked[index[s].item()][0], clips.tracked[index[s].item()][t]) if len(first[0]) else first[0]
            if equal:
                drift.append(float(np.linalg.norm(joints - goal, axis=1).mean()))
            elif len(joints) and len(goal):
                away = np.linalg.norm(joints[:, None] - goal[None], axis=-1)
                drift.append(float((away.min(0).mean() + away.min(1).mean()) / 2) + OTHER_TREE)
            else:
                drift.append(NOTHING)
    return dict(tree=float(np.mean(same)), plan=float(np.mean(alike)), drift=float(np.mean(drift)), median=float(np.median(drift)))


@torch.no_grad()
def measure_static(network, store, index):
    """CD-J2J of the network alone on rigs at rest, told nothing but that they are bodies."""
    network.eval()
    batch = vary(store, index, plain=True)
    with autocast():
        plan = network.encoder(batch['points'])[1]
    plan = torch.stack([logits.argmax(1) for logits in plan.float().split(list(PLAN.values()), 1)], 1)
    right = (plan[:, :4] == batch['plan'][:, :4]).all(1).float().mean()
    written = write_joints(network, batch['points'], plan)
    errors = []
    for b, (joints, _, _) in enumerate(written):
        true = batch['joints'][b][batch['mask'][b]].cpu().numpy()
        if len(joints) and len(true):
            away = np.linalg.norm(joints[:, None] - true[None], axis=-1)
            errors.append((away.min(0).mean() + away.min(1).mean()) / 2)
    return dict(j2j=float(np.median(errors)), mean=float(np.mean(errors)), plan=float(right))
