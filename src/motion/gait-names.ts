/** @file What clips of walks and runs are called, and of swimming and flying, which touch no ground. */

import type { BodyKind } from '../rig/body-plan/body-plan.js';

const GAITS = [
  'walk',
  'trot',
  'run',
  'gallop',
  'canter',
  'jog',
  'sprint',
  'crawl',
  'sneak',
  'creep',
  'stalk',
  'march',
  'scuttle',
  'waddle',
] as const;

/** What else a walk may do: these are no plain gaits. */
const BESIDES =
  /jump|attack|shoot|gun|sword|punch|carry|hold|strafe|left|right|back|turn|start|stop|end|death|idle/i;

/** Trunks, grunts and runes do not run. */
const RUN = /(?<![dgt])run(?!e)/;

/** The gait that a clip is named after, if any. */
export function gaitOfName(name: string): string | undefined {
  const own = lastPart(name).toLowerCase();
  return GAITS.find((gait) => (gait === 'run' ? RUN.test(own) : own.includes(gait)));
}

/** Whether a name contains nothing but the gait: no jump out of a run, no walk with a load. */
export const isPlainGait = (name: string): boolean => !BESIDES.test(lastPart(name));

/** What bodies do in water and air; take-off and landing are on the ground for a while. */
const AFLOAT = /swim|(?<!butter)fly(?!ing.?kick)|flight|flap|hover|glid|soar|float/i;
const GROUNDED = /land|take.?off|stand/i;

/** Whether a clip has no ground: by its name, or of a fish; what is called a walk has one. */
export const isAfloat = (kind: BodyKind | undefined, name: string): boolean => {
  const own = lastPart(name);
  if (gaitOfName(name) !== undefined || GROUNDED.test(own)) return false;
  return kind === 'fish' || AFLOAT.test(own);
};

/** Exporters put the name of the armature before the clip's own. */
const lastPart = (name: string): string => name.slice(name.lastIndexOf('|') + 1);
