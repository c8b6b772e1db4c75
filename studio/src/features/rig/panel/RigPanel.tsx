/** @file The rig panel: detected body, joints, edit mode, display, re-rigging. */

import './rig.css';
import { EmptyState } from '../../../controls/EmptyState.js';
import { skeletonOf, useStudio } from '../../../store/store.js';
import { DetectedSection } from './DetectedSection.js';
import { DisplaySection } from './DisplaySection.js';
import { EditSection } from './EditSection.js';
import { JointSection } from './JointSection.js';
import { JointTree } from './JointTree.js';
import { RerigSection } from './RerigSection.js';

export function RigPanel() {
  const open = useStudio((state) => skeletonOf(state) !== null);
  if (!open) return <EmptyState title="No rig yet">Open a file or a sample creature.</EmptyState>;
  return (
    <div className="rig-panel">
      <h2>Rig</h2>
      <DetectedSection />
      <JointTree />
      <EditSection />
      <JointSection />
      <DisplaySection />
      <RerigSection />
    </div>
  );
}
