#!/usr/bin/env node
/** @file Starts the lab's program with its loader. */

import './register.mjs';

await import('./lab.ts');
