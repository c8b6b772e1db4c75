"""What the network writes of held-out bodies, by itself: CD-J2J to the joints of their rigs, joints per joint, plans right."""

import torch

from skeleton import DETAILS, PLAN
from write_joints import write_joints


def chamfer(a, b):
    far = torch.cdist(a, b)
    return float((far.amin(0).mean() + far.amin(1).mean()) / 2)


@torch.no_grad()
def measure_written(network, batch, details=('own', 'standard')):
    """One view, as the body stands; the plan by the network's own answers. Medians."""
    answers = network.encoder(batch['points'])[1].split(list(PLAN.values()), 1)
    plan = torch.stack([answer.argmax(1) for answer in answers], 1)
    out = {}
    for detail in details:
        written = write_joints(network, batch['points'], plan, torch.full((len(plan),), DETAILS.index(detail), device=plan.device))
        far, ratio = [], []
        for (places, _, _), joints, mask in zip(written, batch['joints'].cpu(), batch['mask'].cpu()):
            if len(places) and mask.any():
                far.append(chamfer(torch.from_numpy(places), joints[mask]))
                ratio.append(len(places) / int(mask.sum()))
        out[detail] = dict(j2j=round(float(torch.tensor(far).median()), 4), ratio=round(float(torch.tensor(ratio).median()), 3), bodies=len(far))
    return out
