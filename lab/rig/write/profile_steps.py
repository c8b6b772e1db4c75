"""Where a step of training spends its time on the device, launched one by one and as graphs: milliseconds per batch, samples a second.

    python lab/rig/write/profile_steps.py real/ new/ [--batch 1024] [--device cuda]
"""

import argparse
import os
import sys
import time

import torch

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from bodies import Bodies, Sampler
from skeleton import SkeletonNetwork
from train import BUCKETS, SHARES, Learner, Masters, Trainer, cut
from vary import gather, tables_on, vary


def clock(stage, repeats):
    """Median milliseconds of a stage, by the device's clock where there is one."""
    times = []
    for _ in range(repeats):
        if torch.cuda.is_available():
            start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
            start.record()
            stage()
            end.record()
            torch.cuda.synchronize()
            times.append(start.elapsed_time(end))
        else:
            begin = time.time()
            stage()
            times.append(1000 * (time.time() - begin))
    return sorted(times)[len(times) // 2]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('folders', nargs='+')
    parser.add_argument('--batch', type=int, default=1024)
    parser.add_argument('--device', default='cuda')
    parser.add_argument('--repeats', type=int, default=7)
    parser.add_argument('--kernels', type=int, default=0, help='list this many of the kernels that take longest')
    parser.add_argument('--graphs', action='store_true', help='measure again with steps that are graphs of the GPU')
    parser.add_argument('--size', type=int, nargs=3, default=(384, 4, 5), help='width, encoder layers, decoder layers')
    args = parser.parse_args()
    torch.manual_seed(0)
    torch.set_float32_matmul_precision('high')
    bodies = Bodies(args.folders, lambda row: row['whole'] > 0 or row['counts'] is not None).join([], args.device)
    tables, sampler = tables_on(args.device), Sampler(bodies, SHARES)
    width, encoder_layers, decoder_layers = args.size
    network = SkeletonNetwork(width, 6, encoder_layers, decoder_layers).to(args.device)
    masters = Masters(network, torch.tensor(1e-5, device=args.device))
    for graphed in (False, True)[:1 + args.graphs]:
        begin, known = time.time(), torch.tensor(0.5, device=args.device)
        learner = Learner(Trainer(network), masters, known, graphed)
        given = gather(bodies, sampler.draw(args.batch), detail='own')
        batch = vary(given, tables)
        stages = dict(gather=lambda: gather(bodies, sampler.draw(args.batch)), vary=lambda: vary(given, tables),
                      encode=lambda: network.encoder(batch['points']), **{f'learn {b}': lambda b=b: learner(cut(batch, b)) for b in BUCKETS})
        for stage in stages.values():
            stage()
        figures = {name: clock(stage, args.repeats) for name, stage in stages.items()}
        whole = figures['gather'] + figures['vary'] + figures['learn 32']
        print('graphs' if graphed else 'launched one by one', ' '.join(f'{name} {ms:.1f} ms' for name, ms in figures.items()),
              f'| {1000 * args.batch / whole:.0f} samples/s at 32 joints, ready after {time.time() - begin:.0f} s', flush=True)
        if args.kernels and not graphed:
            from torch.profiler import ProfilerActivity, profile
            with profile(activities=[ProfilerActivity.CUDA, ProfilerActivity.CPU]) as seen:
                learner(cut(batch, 48))
                vary(gather(bodies, sampler.draw(args.batch)), tables)
                torch.cuda.synchronize()
            print(seen.key_averages().table(sort_by='self_cuda_time_total', row_limit=args.kernels, max_name_column_width=60)[:9000], flush=True)
    if args.device == 'cuda':
        print(f'memory {torch.cuda.max_memory_allocated() / 2 ** 30:.1f} GiB of {torch.cuda.get_device_properties(0).total_memory / 2 ** 30:.0f}')


if __name__ == '__main__':
    main()
