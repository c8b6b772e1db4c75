/**
 * @file Names beside joints: of the selected and hovered ones, or of all that fit. DOM elements over the canvas,
 * moved in the same frame as the joints.
 */

import { useFrame, useThree } from '@react-three/fiber';
import { useEffect, useMemo } from 'react';
import { Vector3 } from 'three';
import { skeletonOf, useStudio } from '../../store/store.js';
import { shownJoints } from '../posed-joints.js';
import { type LabelSpot, placeLabels } from './place-labels.js';

/** Distance from the joint to the text, pixels. */
const GAP = 11;
/** Approximate width of a letter and of the padding, pixels. */
const LETTER = 6.6;
const AIR = 12;

export function JointLabels({ layer }: { readonly layer: React.RefObject<HTMLElement | null> }) {
  const get = useThree((three) => three.get);
  const invalidate = useThree((three) => three.invalidate);
  const names = useStudio((state) => skeletonOf(state)?.names);
  const all = useStudio(({ view }) => view.scene.names);
  const labels = useMemo(() => new Map<number, HTMLElement>(), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: new names need new labels
  useEffect(() => {
    invalidate();
    return () => {
      for (const label of labels.values()) label.remove();
      labels.clear();
    };
  }, [labels, names, all, invalidate]);

  useFrame(() => {
    const { scene } = useStudio.getState().view;
    const joints = shownJoints(useStudio.getState());
    if (!names || !joints || !layer.current) return;
    const { camera, size } = get();
    const at = new Vector3();
    const emphasized = [scene.selected, scene.hovered];
    const wanted = all
      ? names.map((_, j) => j)
      : [...new Set(emphasized)].filter((j) => j >= 0 && j < names.length);
    const spots = wanted.flatMap((joint): LabelSpot[] => {
      at.fromArray(joints.positions, joint * 3).project(camera);
      if (at.z > 1) return [];
      const width = names[joint].length * LETTER + AIR;
      const dot = ((at.x + 1) / 2) * size.width;
      // On the other side at the edge of the stage.
      const x = dot + GAP + width > size.width && dot < size.width ? dot - GAP - width : dot + GAP;
      const y = ((1 - at.y) / 2) * size.height;
      return [{ joint, x, y, width, emphasized: emphasized.includes(joint) }];
    });
    showLabels(layer.current, labels, names, spots);
  });
  return null;
}

function showLabels(
  layer: HTMLElement,
  labels: Map<number, HTMLElement>,
  names: readonly string[],
  spots: readonly LabelSpot[],
): void {
  const shown = placeLabels(spots);
  for (const [joint, label] of labels) {
    if (shown.has(joint)) continue;
    label.remove();
    labels.delete(joint);
  }
  for (const { joint, x, y, emphasized } of spots) {
    if (!shown.has(joint)) continue;
    let label = labels.get(joint);
    if (!label) {
      label = document.createElement('span');
      label.textContent = names[joint];
      labels.set(joint, label);
      layer.append(label);
    }
    label.className = emphasized ? 'joint-label emphasized' : 'joint-label';
    label.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) translateY(-50%)`;
  }
}
