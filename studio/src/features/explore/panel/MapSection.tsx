/** @file The pose map: every point of it is a pose, like poses lie close together. */

import { useEffect } from 'react';
import { Button } from '../../../controls/Button.js';
import { IconButton } from '../../../controls/IconButton.js';
import { MapIcon, ResetIcon } from '../../../controls/icons.js';
import { Section } from '../../../controls/Section.js';
import { documentOf, useStudio } from '../../../store/store.js';
import type { DrawnMap } from '../../../store/views/explore-view.js';
import { drawMap, locatePose } from '../actions/explore-map.js';
import { groupColors } from './draw-map.js';
import { PoseMap } from './PoseMap.js';

/** How long a pose has to stand before its place is looked for, milliseconds. */
const PLACE_AFTER = 150;
/** Groups in the legend, at most. */
const MOST_GROUPS = 9;

export function MapSection() {
  const map = useStudio(({ view }) => view.explore.map);
  const pose = useStudio((state) => documentOf(state)?.pose);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each pose has another place
  useEffect(() => {
    if (!map) return;
    const timer = setTimeout(() => void locatePose(), PLACE_AFTER);
    return () => clearTimeout(timer);
  }, [map, pose]);
  return (
    <Section
      title="Pose map"
      actions={
        map && <IconButton label="Draw the map again" icon={<ResetIcon />} onClick={() => void drawMap()} />
      }
    >
      {map ? (
        <>
          <PoseMap map={map} />
          <p className="hint">Drag over the map to wander through poses; let go to take one.</p>
          <Legend map={map} />
        </>
      ) : (
        <>
          <p className="hint">
            Samples, saved poses and the frames of clips in the plane: like poses lie close together, and
            every point is a pose.
          </p>
          <Button wide icon={<MapIcon />} onClick={() => void drawMap()}>
            Draw the map
          </Button>
        </>
      )}
    </Section>
  );
}

function Legend({ map }: { readonly map: DrawnMap }) {
  const colors = groupColors(map);
  return (
    <ul className="map-legend" aria-label="Legend of the map">
      {map.groups.slice(0, MOST_GROUPS).map(({ label, start }, i) => (
        <li key={start} title={label}>
          <span className="map-swatch" style={{ background: colors[i] }} aria-hidden="true" />
          <span>{label}</span>
        </li>
      ))}
      {map.groups.length > MOST_GROUPS && <li>and {map.groups.length - MOST_GROUPS} more</li>}
      <li>
        <span className="map-swatch faint" aria-hidden="true" />
        <span>What it might do</span>
      </li>
    </ul>
  );
}
