"""Bodies for the student while it trains: folders of shards that appear, read in other processes, each with the teacher's skeleton."""

import os
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import numpy as np
import torch

from bodies import LIMBS, Bodies, deform, pose, vary
from posed_bodies import FIELDS, KEPT_POINTS, make_goal
from skeleton import MOST_JOINTS, PLAN, ROLES
from write_joints import write_joints


def read_folder(folder):
    """A folder of shards as arrays; runs in a process of its own."""
    torch.set_num_threads(1)
    bodies = Bodies([folder], lambda row: not row['source'].startswith('luanti'))
    return {key: getattr(bodies, key).numpy() for key in FIELDS}, bodies.rows  # no tensors: those would need shared memory


def make_goals(written, plans):
    """The teacher's skeletons with exact numbers of joints, None where one lacks limbs of the plan."""
    goals = []
    for (joints, parents, tokens), plan in zip(written, plans):
        goal = make_goal((joints, parents, tokens)) if len(parents) > 1 and parents[0] < 0 else None
        goals.append(goal if goal and has_limbs(goal, plan) else None)
    return goals


def has_limbs(goal, plan):
    n = goal['goal_count']
    roles, parents = goal['goal_tokens'][:n] // 3, goal['goal_parents'][:n]
    for at, name in enumerate(PLAN):
        if name in ('legs', 'arms', 'wings'):
            members = np.isin(roles, LIMBS[name])
            starts = members & ~np.where(parents < 0, False, members[np.maximum(parents, 0)])
            if min(starts.sum(), PLAN[name] - 1) != plan[at]:
                return False
    return True


def reach_variants(bodies, rows, share):
    """Bodies with other proportions and rest poses, for those that are posable."""
    index = torch.nonzero((bodies['count'] > 0) & (torch.rand(len(rows), device='cpu') < share)).flatten()
    if len(index) == 0:
        return None, []
    take = {key: value[index][:, :KEPT_POINTS] if key in FIELDS[:4] else value[index] for key, value in bodies.items()}
    on = {key: value.to(torch.get_default_device()) for key, value in take.items()}
    real = torch.arange(MOST_JOINTS)[None] < on['count'][:, None]
    role = torch.where(real, on['tokens'] // 3, len(ROLES))
    weight = on['weights'].float()
    weight = weight / weight.sum(-1, keepdim=True).clamp(min=1)
    posable = torch.ones(len(index), 1, 1, dtype=torch.bool)
    posed = pose(on['points'].float(), on['normals'].float() / 127, on['joints'], on['parents'], role, on['tokens'] % 3, on['influences'].long(), weight, posable)
    P, N, joints = deform(*posed, role, on['influences'].long())
    low, high = P.amin(1, keepdim=True), P.amax(1, keepdim=True)
    center, size = (low + high) / 2, (high - low).amax(2, keepdim=True)
    made = dict(take, points=((P - center) / size).half().cpu(), normals=(N * 127).round().clamp(-127, 127).to(torch.int8).cpu(),
                joints=((joints - center) / size).cpu())
    return made, [rows[i] for i in index.tolist()]


class Supply:
    """Fills the store: reads folders in other processes, has the teacher write their skeletons."""

    def __init__(self, store, teacher, workers, watched):
        self.store, self.teacher, self.watched, self.known = store, teacher, watched, set()
        self.pool = ProcessPoolExecutor(workers, mp_context=get_context('spawn'))
        self.reading, self.making = [], []
        self.goals = 0

    def read(self, folder, variants=0, share=0.0):
        self.known.add(folder)
        self.reading.append((self.pool.submit(read_folder, folder), variants, share))

    def look(self):
        """Takes what is ready; cheap where nothing is."""
        if self.watched and os.path.isdir(self.watched):
            for name in sorted(os.listdir(self.watched)):
                folder = os.path.join(self.watched, name)
                if not name.startswith('.') and folder not in self.known and os.path.exists(f'{folder}/index.json'):
                    self.read(folder, share=0.3, variants=1)
        for job in [job for job in self.reading if job[0].done()][:1]:
            self.reading.remove(job)
            bodies, rows = job[0].result()
            bodies = {key: torch.from_numpy(value) for key, value in bodies.items()}
            self.take(bodies, rows)
            for _ in range(job[1]):
                self.take(*reach_variants(bodies, rows, job[2]))
        for job in [job for job in self.making if job[1].done()]:
            self.making.remove(job)
            goals = job[1].result()
            self.store.set_goals(job[0], goals)
            self.goals += sum(goal is not None for goal in goals)

    def take(self, bodies, rows):
        if not rows or self.store.size >= self.store.most:
            return
        index = self.store.add(bodies, rows)
        self.store.goal_count[index] = 0
        for part in index.split(1024):
            with torch.no_grad():
                plain = vary(self.store, part, plain=True)
            self.store.plan[part] = plain['plan']
            body = (self.store.whole[part] == 0) & (self.store.count[part] > 1) & plain['told']
            if body.any():
                written = write_joints(self.teacher, plain['points'][body], plain['plan'][body])
                self.making.append((part[body], self.pool.submit(make_goals, written, plain['plan'][body].cpu().numpy())))
