/** @file Colours of the map: one for each clip as long as they last, apart in hue and light in both themes. */

const CLIPS = [
  '#4f9df0',
  '#ef7d57',
  '#57b86a',
  '#c07be0',
  '#e0b13a',
  '#3bb7b0',
  '#e56a9a',
  '#8f8be8',
  '#9aa84a',
  '#b5815a',
];

export const clipColor = (index: number): string => CLIPS[index % CLIPS.length];
export const SAMPLE_COLOR = '#f2a65a';
export const SAVED_COLOR = '#f25ac8';
