/** @file Poses that an interpolation can start or end with, and their names. */

import { sampleClip } from 'posespace/motion';
import { restPose } from 'posespace/rig';
import type { StudioDocument } from '../../../store/document.js';
import type { PoseSource, SampledPose } from '../../../store/views/explore-view.js';

export interface SourceGroup {
  readonly label: string;
  readonly options: readonly { readonly id: string; readonly name: string }[];
}

/** All sources, grouped. */
export function listSources(
  { library, model }: StudioDocument,
  samples: readonly SampledPose[],
): SourceGroup[] {
  const groups: SourceGroup[] = [
    {
      label: 'Current',
      options: [
        { id: 'current', name: 'Current pose' },
        { id: 'rest', name: 'Rest pose' },
      ],
    },
    { label: 'Library', options: library.map(({ id, name }) => ({ id: `library:${id}`, name })) },
    {
      label: 'Samples',
      options: samples.map(({ id }, i) => ({ id: `sample:${id}`, name: `Sample ${i + 1}` })),
    },
    { label: 'Clips', options: model.clips.map(({ name }, i) => ({ id: `clip:${i}`, name })) },
  ];
  return groups.filter(({ options }) => options.length > 0);
}

/** The current pose of a source; undefined where it no longer exists. */
export function findSource(
  document: StudioDocument,
  samples: readonly SampledPose[],
  id: string,
  at = 0,
): PoseSource | undefined {
  const name = listSources(document, samples)
    .flatMap(({ options }) => options)
    .find((option) => option.id === id)?.name;
  if (name === undefined) return undefined;
  const [kind, number] = id.split(':');
  const { model, library, pose } = document;
  if (kind === 'rest') return { id, name, pose: restPose(model.skeleton!) };
  if (kind === 'current') return { id, name, pose };
  if (kind === 'library') return { id, name, pose: library.find((kept) => kept.id === Number(number))!.pose };
  if (kind === 'sample') return { id, name, pose: samples.find((one) => one.id === Number(number))!.pose };
  const clip = model.clips[Number(number)];
  const [first, last] = [clip.times[0] ?? 0, clip.times[clip.times.length - 1] ?? 0];
  return { id, name, at, pose: sampleClip(clip, first + at * (last - first)) };
}
