/** @file The explore panel: poses at random, a walk between two, a map of them all. */

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
  if (!open)
    return <EmptyState title="Nothing to explore yet">Open a file or one of the creatures.</EmptyState>;
  return (
    <div className="explore-panel">
      <h2>Explore</h2>
      <PoseSpaceStatus idle="Poses that this creature might take." />
      <SampleSection />
      <InterpolateSection />
      <MapSection />
    </div>
  );
}
