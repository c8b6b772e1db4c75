/**
 * @file The simplifier of meshoptimizer, in a module that is loaded on demand: its WASM is in its code. The build makes it
 * self-contained (scripts/bundle-vendor.mjs).
 */

export { MeshoptSimplifier } from 'meshoptimizer/simplifier';
