/** @file Neural networks, in Node and in browsers. */

export * from './network.js';
export * from './open-network.js';
