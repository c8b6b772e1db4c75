/** @file The grid of sampled poses: hovering previews one, a click applies it. */

import { IconButton } from '../../../controls/IconButton.js';
import { PlusIcon, SparkleIcon } from '../../../controls/icons.js';
import { documentOf, useStudio } from '../../../store/store.js';
import type { SampledPose } from '../../../store/views/explore-view.js';
import { savePose } from '../../pose/actions/pose-library.js';
import { PoseCardButton } from '../../pose/panel/PoseThumb.js';
import { applySample, moreLikeThis } from '../actions/explore-samples.js';

/** Keys of the placeholders for poses that are still being sampled. */
const PLACES: readonly string[] = Array.from({ length: 12 }, (_, i) => `place ${i}`);
export function SampleGrid() {
  const samples = useStudio(({ view }) => view.explore.samples);
  const awaited = useStudio(({ view }) => view.explore.awaited);
  const shown = useStudio(({ view }) => view.explore.shown);
  const rotationCount = useStudio((state) => (documentOf(state)?.model.skeleton?.parents.length ?? 0) * 4);
  const fitting = samples.filter(({ pose }) => pose.rotations.length === rotationCount);
  if (fitting.length === 0) return null;
  return (
    <>
      <p className="grid-caption">{shown}</p>
      <ul className="pose-grid" aria-label="Sampled poses">
        {fitting.map((sample, i) => (
          <SampleCard key={sample.id} sample={sample} name={`sample ${i + 1}`} />
        ))}
        {PLACES.slice(0, awaited).map((place) => (
          <li key={place} className="pose-card awaited" aria-hidden="true">
            <span className="thumb-wait" />
          </li>
        ))}
      </ul>
    </>
  );
}

function SampleCard({ sample: { pose }, name }: { readonly sample: SampledPose; readonly name: string }) {
  const applied = useStudio((state) => documentOf(state)?.pose.rotations === pose.rotations);
  return (
    <li className="pose-card">
      <PoseCardButton pose={pose} name={name} pressed={applied} onApply={() => applySample(pose, name)} />
      <div className="card-actions">
        <IconButton
          label={`More like ${name}`}
          title="More like this"
          icon={<SparkleIcon />}
          onClick={() => void moreLikeThis(pose, name)}
        />
        <IconButton
          label={`Save ${name}`}
          title="Save to pose library"
          icon={<PlusIcon />}
          onClick={() => savePose(pose)}
        />
      </div>
    </li>
  );
}
