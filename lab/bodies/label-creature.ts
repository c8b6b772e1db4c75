/** @file A sample creature as a labelled body; its joint names say all. */

import { PosespaceError } from '../../src/base/errors.js';
import type { Creature } from '../creatures/creature-record.js';
import { labelRig } from './label-rig.js';
import type { LabelledBody } from './labelled-body.js';

/** Labels a sample creature. */
export function labelCreature({ kind, name, rig }: Creature): LabelledBody {
  const body = labelRig(rig, { name, family: `sample-${kind}`, source: 'sample-creatures' });
  if ('reason' in body)
    throw new PosespaceError('bad-input', `bodies/labelCreature: "${name}" has no labels: ${body.reason}`);
  return { ...body, kind };
}
