/** @file The pose panel: pose edits, pins, plausibility, pose library. */

import './pose.css';
import { EmptyState } from '../../../controls/EmptyState.js';
import { documentOf, useStudio } from '../../../store/store.js';
import { LibrarySection } from './LibrarySection.js';
import { PinsSection } from './PinsSection.js';
import { PlausibilitySection } from './PlausibilitySection.js';
import { PoseActions } from './PoseActions.js';
import { PosedSection } from './PosedSection.js';
import { PoseSpaceStatus } from './PoseSpaceStatus.js';

export function PosePanel() {
  const open = useStudio((state) => documentOf(state) !== null);
  if (!open) return <EmptyState title="Nothing to pose yet">Open a file or a sample creature.</EmptyState>;
  return (
    <div className="pose-panel">
      <h2>Pose</h2>
      <PoseSpaceStatus idle="Drag any joint, or any point of the surface." />
      <PoseActions />
      <PosedSection />
      <PinsSection />
      <PlausibilitySection />
      <LibrarySection />
    </div>
  );
}
