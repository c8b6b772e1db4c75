"""What the network is told of padded trees: src/pose/rig-features.ts has the same codes and columns."""

import torch

from kinematics import gather


def structure(parents, count, partners):
    """Ancestry, hops, relations and counts of padded trees (src/pose/rig-features.ts has the same codes)."""
    batch, size = parents.shape
    device = parents.device
    mask = torch.arange(size, device=device)[None] < count[:, None]
    link = torch.zeros(batch, size, size, device=device)
    inner = (parents >= 0) & mask
    link.scatter_(2, parents.clamp_min(0)[..., None], inner[..., None].float())
    eye = torch.eye(size, device=device)
    ancestry = torch.linalg.inv(eye - link).round() * mask[:, :, None] * mask[:, None]
    depth = ancestry.sum(-1) - 1
    hops = (depth[:, :, None] + depth[:, None] - 2 * (ancestry @ ancestry.transpose(1, 2) - 1)).clamp(0, 9)
    children = link.sum(1)
    leaf = (children == 0) & mask
    relations = torch.full((batch, size, size), 7, device=device)
    relations[ancestry.bool()] = 4
    relations[ancestry.transpose(1, 2).bool()] = 5
    relations[leaf[:, :, None] & leaf[:, None]] = 6
    relations[(parents[:, :, None] == parents[:, None]) & inner[:, :, None] & inner[:, None]] = 3
    relations[link.bool()] = 1
    relations[link.transpose(1, 2).bool()] = 2
    mirror = torch.zeros_like(link).scatter_(
        2, partners.clamp_min(0)[..., None], ((partners >= 0) & mask)[..., None].float())
    relations[mirror.bool()] = 8
    relations[eye.bool().expand(batch, size, size)] = 0
    return dict(mask=mask, ancestry=ancestry.to(torch.uint8), hops=hops.to(torch.uint8),
                relations=relations.to(torch.uint8), depth=depth.clamp_min(0), children=children,
                leaf=leaf.float(), below=ancestry.sum(1).clamp_min(1))


def joint_features(rest, bones, parents, shape, geometry, synthetic):
    """The 32 columns of src/pose/rig-features.ts."""
    above = parents.clamp_min(0)
    onward = torch.zeros_like(bones).scatter_add_(
        1, above[..., None].expand_as(bones), bones * (parents >= 0)[..., None]
    ) / shape['children'].clamp_min(1)[..., None]
    upper = gather(bones, above) * (parents >= 0)[..., None]
    mask = shape['mask']
    total = mask.sum(1, keepdim=True).float().expand_as(shape['depth'])
    lowest = torch.where(mask, rest[..., 1], torch.full_like(rest[..., 1], 1e9)).amin(1, keepdim=True)
    columns = torch.stack([shape['depth'] / 8, shape['children'] / 3, shape['leaf'], shape['below'].log() / 3,
                           total.log() / 3, (parents < 0).float(), geometry['radius'] * 8], -1)
    spread = geometry['covariance']
    tail = torch.stack([geometry['hasSkin'], (rest[..., 1] - lowest) * 1.5,
                        synthetic[:, None].expand_as(shape['depth'])], -1)
    return torch.cat([rest * 1.5, bones * 4, upper * 4, onward * 4, bones.norm(dim=-1, keepdim=True) * 4, columns,
                      geometry['centroid'] * 4, spread.sign() * spread.abs().sqrt() * 6, tail], -1) * mask[..., None]
