/** @file The pose map: every point is a pose, and similar poses are close together. */

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

/** Delay between a pose change and the search for its map position, milliseconds. */
const PLACE_AFTER = 150;
/** Groups in the legend, at most. */
const MOST_GROUPS = 9;

export function MapSection() {
  const map = useStudio(({ view }) => view.explore.map);
  const pose = useStudio((state) => documentOf(state)?.pose);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new pose has a new position
  useEffect(() => {
    if (!map) return;
    const timer = setTimeout(() => void locatePose(), PLACE_AFTER);
    return () => clearTimeout(timer);
  }, [map, pose]);
  return (
    <Section
      title="Pose map"
      actions={
        map && <IconButton label="Update the map" icon={<ResetIcon />} onClick={() => void drawMap()} />
      }
    >
      {map ? (
        <>
          <PoseMap map={map} />
          <p className="hint">Drag over the map to preview poses; release to apply one.</p>
          <Legend map={map} />
        </>
      ) : (
        <>
          <p className="hint">
            A 2D map of samples, saved poses and clip frames. Similar poses are close together, and every
            point is a pose.
          </p>
          <Button wide icon={<MapIcon />} onClick={() => void drawMap()}>
            Show map
          </Button>
        </>
      )}
    </Section>
  );
}

function Legend({ map }: { readonly map: DrawnMap }) {
  const colors = groupColors(map);
  return (
    <ul className="map-legend" aria-label="Map legend">
      {map.groups.slice(0, MOST_GROUPS).map(({ label, start }, i) => (
        <li key={start} title={label}>
          <span className="map-swatch" style={{ background: colors[i] }} aria-hidden="true" />
          <span>{label}</span>
        </li>
      ))}
      {map.groups.length > MOST_GROUPS && <li>and {map.groups.length - MOST_GROUPS} more</li>}
      <li>
        <span className="map-swatch faint" aria-hidden="true" />
        <span>Pose space</span>
      </li>
    </ul>
  );
}
