/** @file The table of kinds that bodies are drawn from. A new kind is a row. */

import type { KindRow } from './body-plan-row.js';
import { SWIMMERS } from './kinds-in-water.js';
import { ARTHROPODS } from './kinds-of-arthropods.js';
import { BIRDS } from './kinds-of-birds.js';
import { MAMMALS } from './kinds-of-mammals.js';
import { PEOPLE } from './kinds-of-people.js';

export const BODY_KINDS: readonly KindRow[] = [...MAMMALS, ...PEOPLE, ...BIRDS, ...SWIMMERS, ...ARTHROPODS];
