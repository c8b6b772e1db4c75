/** @file Maps of a creature's poses. */

export * from './map-poses.js';
