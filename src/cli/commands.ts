/** @file All commands, in the order in which help lists them. */

import { convertCommand } from './convert.js';
import { evaluateIoCommand } from './evaluate-io.js';
import type { CommandDefinition } from './shell.js';

export const COMMANDS: readonly CommandDefinition[] = Object.freeze([convertCommand, evaluateIoCommand]);
