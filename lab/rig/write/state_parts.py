"""The state of training in little room: averaged weights in half precision, and of what the optimiser knows the mean square of
the gradients by rows and columns, from which it is rebuilt as their product. In parts that can be carried one by one.
"""

import glob
import io
import os

import torch

PART = 15_000_000


def save_state(folder, ema, optimizer, facts):
    weights = {key: value.half() if value.is_floating_point() else value for key, value in ema.state_dict().items()}
    squares = []
    for group in optimizer.param_groups:
        for p in group['params']:
            v = optimizer.state[p]['exp_avg_sq'].flatten(1) if p.ndim > 1 else optimizer.state[p]['exp_avg_sq']
            squares.append((v.mean(1), v.mean(0)) if p.ndim > 1 else v)
    squares = [tuple(x.float().cpu() for x in v) if isinstance(v, tuple) else v.float().cpu() for v in squares]
    file = io.BytesIO()
    torch.save(dict(facts, ema=weights, squares=squares), file)
    data = file.getvalue()
    os.makedirs(folder, exist_ok=True)
    for k in range(0, len(data), PART):
        with open(f'{folder}/state.{k // PART}', 'wb') as part:
            part.write(data[k:k + PART])


def read_state(folder):
    data = b''.join(open(path, 'rb').read() for path in sorted(glob.glob(f'{folder}/state.*')))
    return torch.load(io.BytesIO(data), map_location='cpu', weights_only=True)


def put_weights(saved, network):
    """Puts the weights back; how many samples were seen, and in how many minutes."""
    network.load_state_dict({key: value.float() if value.is_floating_point() else value for key, value in saved['ema'].items()})
    return saved['seen'], saved['minutes']


def put_squares(saved, optimizer):
    squares = iter(saved['squares'])
    for group in optimizer.param_groups:
        for p in group['params']:
            v = next(squares)
            if isinstance(v, tuple):
                rows, columns = (x.to(p.device) for x in v)
                v = (rows[:, None] * columns[None] / rows.mean().clamp(min=1e-30)).view(p.shape)
            optimizer.state[p] = dict(step=torch.tensor(1000.0, device=p.device), exp_avg=torch.zeros_like(p), exp_avg_sq=v.to(p.device).contiguous())
