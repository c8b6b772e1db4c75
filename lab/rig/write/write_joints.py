"""What the skeleton network writes for a batch of bodies, on any device: the greedy decoder of src/rig/learned/decode-joints.ts, without its grammar."""

import numpy as np
import torch

from skeleton import END, MOST_JOINTS, OTHER, JointExport


@torch.no_grad()
def write_joints(network, points, plan, detail):
    """What the network writes for points [B, N, 6], greedily. Per body: joints, parents, tokens."""
    B, device = len(points), points.device
    context = network.encoder(points)[0].float()
    step = JointExport(network.decoder)
    keys = torch.stack([torch.stack(pair) for pair in network.decoder.context_keys(context)])
    width, (layers, _, _, heads, _, part) = network.config['width'], keys.shape
    states, places = torch.zeros(B, 1, width, device=device), torch.zeros(B, 1, 3, device=device)
    past = torch.zeros(layers, 2, B, heads, 1, part, device=device)
    h, role = torch.zeros(B, width, device=device), torch.zeros(B, dtype=torch.long, device=device)
    parents, tokens = [], []
    done = torch.zeros(B, dtype=torch.bool, device=device)
    for t in range(MOST_JOINTS + 1):
        index = torch.full((B,), max(0, t - 1), device=device)
        parent, place, _, grown, h, logits = step(h, role, states, places, index, torch.full((B,), float(t == 0), device=device), plan, detail, keys, past)
        if t > 0:
            parents.append(parent)
            places, states = torch.cat([places, place[:, None]], 1), torch.cat([states, h[:, None]], 1)
        past = grown
        logits[:, OTHER:OTHER + 3] = -1e4
        if t == 0:
            logits[:, END] = -1e4
        role = logits.argmax(-1)
        tokens.append(torch.where(done, END, role))
        done = done | (role == END)
        role = torch.where(role == END, 0, role)
        if t % 8 == 7 and bool(done.all()):
            break
    tokens, parents, places = torch.stack(tokens, 1), torch.stack(parents, 1), places[:, 1:]
    tokens, parents, places = tokens.cpu().numpy(), parents.cpu().numpy(), places.float().cpu().numpy()
    ends = [int(np.argmax(row == END)) if (row == END).any() else len(row) for row in tokens]
    return [(places[b, :n], parents[b, :n], tokens[b, :n]) for b, n in enumerate(ends)]
