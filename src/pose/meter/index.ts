/** @file How far a pose is outside of what a creature does. */

export * from './open-pose-meter.js';
