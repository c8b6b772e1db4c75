/** @file The explore panel: random poses, interpolation between two poses, the pose map. */

import '../../pose/panel/pose.css';
import './explore.css';
import { useEffect } from 'react';
import { EmptyState } from '../../../controls/EmptyState.js';
import { documentOf, setView, useStudio } from '../../../store/store.js';
import { PoseSpaceStatus } from '../../pose/panel/PoseSpaceStatus.js';
import { InterpolateSection } from './InterpolateSection.js';
import { MapSection } from './MapSection.js';
import { SampleSection } from './SampleSection.js';

export function ExplorePanel() {
  const open = useStudio((state) => documentOf(state) !== null);
  useEffect(() => () => setView('scene', { preview: null }), []);
  if (!open) return <EmptyState title="Nothing to explore yet">Open a file or a sample creature.</EmptyState>;
  return (
    <div className="explore-panel">
      <h2>Explore</h2>
      <PoseSpaceStatus idle="Natural poses of this creature." />
      <SampleSection />
      <InterpolateSection />
      <MapSection />
    </div>
  );
}
