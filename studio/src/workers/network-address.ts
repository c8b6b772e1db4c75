/** @file Where the page serves the shipped networks; workers are in `assets/`, one folder below the page. */

/** Undefined outside of a page: tests use the networks of the package. */
export const networkAddress = (model: 'pose' | 'skeleton' | 'label'): URL | undefined =>
  globalThis.location && new URL(`../models/${model}/`, globalThis.location.href);
