/** @file Lets Node run the lab's TypeScript as it stands: `node --import ./lab/register.mjs lab/lab.ts`. */

import { register } from 'node:module';

register('./loader.mjs', import.meta.url);
