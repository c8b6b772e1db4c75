/**
 * @file How likely a branch of the curve is a limb: a network of 5 hidden units beside a linear term, over
 * the measures of `measure-limbs`.
 *
 * Fitted on 3,417 branches of 166 artists' rigs (one or two of each of 123 families) and of 40 creatures of ours, from
 * the shortest up; a branch counts as a limb where the joints placed with it are nearer to the artist's (all three
 * distances, and the number of joints) than without. Log loss on families left out: 0.396, area under the curve 0.90.
 * Labels by a true joint left without a curve were easier to learn (0.305, a plain logistic 0.335) but gave skeletons
 * further off: joints 0.0467 against 0.0456. The rule before (longer than 1.4 radii of the fork and 0.64 of its own
 * outside the ball there) kept four times too many joints.
 */

/** Mean and spread of each measure over the branches it was fitted on. */
const MEAN: readonly number[] = [
  0.6535, -2.974, 0.3114, 0.7631, -4.821, 0.4994, -3.286, -0.4516, 0.1194, 0.2628, 0.6117, 0.4794, 2.956,
  -0.1886, 0.8647, 0.532, -0.1562, -2.632, 4.83, 0.8591, 0.4311,
];
const SPREAD: readonly number[] = [
  1.173, 1.187, 1.361, 1.505, 2.026, 0.4791, 0.9478, 0.6101, 0.3243, 0.4402, 0.2498, 0.438, 0.9697, 1.13,
  0.1006, 0.2695, 0.3341, 1.179, 2.165, 0.6657, 0.2518,
];
/** Measures further out than this many spreads count as that many. */
const FURTHEST = 4;

const LINEAR: readonly number[] = [
  -0.2093, -0.0683, -0.1377, -0.03054, 0.3014, -0.4703, 0.08641, -0.1751, -0.2108, -0.1021, 0.1839, -0.2807,
  -0.1436, 0.1334, 0.09146, -0.02459, 0.06115, -0.1084, -0.02756, 0.0247, 0.008204,
];
const BIAS = -0.359;
const HIDDEN: readonly {
  readonly weights: readonly number[];
  readonly bias: number;
  readonly out: number;
}[] = [
  {
    weights: [
      0.03659, 0.3189, 0.06319, -0.07339, -0.04035, 0.7948, 0.3215, 0.3177, -1.199, -0.001633, 0.2233,
      -0.6217, 0.3279, -0.241, -0.05776, 0.1303, 0.1141, 0.2864, 0.2629, 0.2405, -0.5947,
    ],
    bias: 0.2008,
    out: -1.233,
  },
  {
    weights: [
      -0.2443, -0.1158, -0.6168, -0.2785, -0.4327, -0.1889, 0.306, -0.2272, -0.1049, -0.5644, -0.07844,
      -0.4561, 0.3442, -0.1798, -0.3143, 0.3278, 0.01981, 0.1289, -0.2845, -0.02961, 0.01749,
    ],
    bias: 0.2386,
    out: -1.181,
  },
  {
    weights: [
      -0.1124, -0.189, -0.2289, 0.2033, 0.1505, 0.01708, 0.1305, -1.149, -0.173, 0.4303, 0.3109, 0.0496,
      -0.3238, 0.4596, 0.1195, -0.3034, -0.3662, -0.03999, 0.06052, -0.04934, 0.1214,
    ],
    bias: 0.183,
    out: 0.8861,
  },
  {
    weights: [
      0.09215, -0.2308, -0.2793, -0.139, -0.5035, 0.1321, -0.01047, -0.2345, -0.3496, 0.06072, 0.1606, 0.2549,
      -0.1845, 0.1007, -0.274, 0.2392, -0.08782, 0.04866, -0.2934, -0.2617, 0.5889,
    ],
    bias: 0.9022,
    out: -1.279,
  },
  {
    weights: [
      0.266, -0.04553, 0.2088, 0.4321, 0.2611, 0.1058, -0.2073, -0.2639, -0.4894, -0.3858, 0.1544, 0.4178,
      -0.1941, 0.3089, -0.9207, 0.03253, -0.01626, -0.05868, 0.1045, -0.01842, -0.3062,
    ],
    bias: -0.1042,
    out: 1.075,
  },
];

/** Log odds that a branch with these measures is a limb. */
export function judgeLimb(features: readonly number[]): number {
  const x = features.map((value, k) =>
    Math.max(-FURTHEST, Math.min(FURTHEST, (value - MEAN[k]) / SPREAD[k])),
  );
  const dot = (weights: readonly number[]) => x.reduce((sum, value, k) => sum + value * weights[k], 0);
  return HIDDEN.reduce(
    (sum, unit) => sum + unit.out * Math.tanh(dot(unit.weights) + unit.bias),
    BIAS + dot(LINEAR),
  );
}
