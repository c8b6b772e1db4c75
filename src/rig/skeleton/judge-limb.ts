/**
 * @file How likely a branch of the curve is a limb: a network of 4 hidden units beside a linear term, over
 * the measures of `measure-limbs`.
 *
 * Fitted on 3,437 branches of 166 artists' rigs (one or two of each of 123 families) and of 40 creatures of ours; a
 * branch counts as a limb where a true joint would be left more than 0.012 further from the curve without it.
 * Log loss on families left out: 0.305; a plain logistic over the same measures 0.335, 6 hidden units 0.315. The rule
 * it replaced (longer than 1.4 radii of the fork and 0.64 of its own outside the ball there) kept four times too many.
 */

/** Mean and spread of each measure over the branches it was fitted on. */
const MEAN: readonly number[] = [
  0.662, -2.95, 0.3206, 0.7745, -4.774, 0.4906, -3.27, -0.454, 0.1173, 0.2683, 0.61, 0.4725, 2.909, -0.1951,
  0.8638, 0.531, -0.1625, -2.608, 4.763, 0.8577, 0.423,
];
const SPREAD: readonly number[] = [
  1.171, 1.193, 1.352, 1.498, 2.062, 0.4836, 0.9515, 0.6081, 0.3217, 0.4431, 0.2495, 0.4445, 1.005, 1.127,
  0.1015, 0.2676, 0.3443, 1.19, 2.192, 0.659, 0.2528,
];
/** Measures further out than this many spreads count as that many. */
const FURTHEST = 4;

const LINEAR: readonly number[] = [
  -0.3392, 0.1246, 0.1517, 0.05295, 0.4754, -0.4922, 0.01441, 0.1449, -0.2382, -0.1769, 0.2009, 0.01564,
  -0.09726, 0.09346, 0.4116, -0.04298, -0.2081, -0.1954, 0.09398, 0.001939, -0.13,
];
const BIAS = -0.8115;
const HIDDEN: readonly {
  readonly weights: readonly number[];
  readonly bias: number;
  readonly out: number;
}[] = [
  {
    weights: [
      -0.5131, 0.1332, -0.5969, -0.5948, -0.3536, -0.1479, 0.4628, 0.1991, 0.3027, 0.1367, -0.1495, -0.3073,
      0.1177, -0.1658, 0.2341, 0.4338, -0.2142, 0.2511, 0.03512, 0.24, -0.1069,
    ],
    bias: 0.2827,
    out: -1.316,
  },
  {
    weights: [
      0.1312, -0.04108, -0.1328, -0.6797, -0.5338, 0.296, -0.001511, 0.7996, 0.5603, 0.4154, -0.1301, -0.1839,
      0.2968, -0.1722, 0.581, -0.04088, 0.1116, 0.1247, 0.4137, 0.1074, -0.05002,
    ],
    bias: 0.1306,
    out: -1.47,
  },
  {
    weights: [
      0.2461, 0.1714, 0.01711, -0.1753, -0.04897, 0.2416, 0.222, 0.2463, -0.8805, -0.1489, 0.1377, -0.6129,
      0.3068, -0.4287, 0.189, -0.1391, -0.001754, 0.364, 0.1482, -0.147, -0.6587,
    ],
    bias: 0.6086,
    out: -1.366,
  },
  {
    weights: [
      0.3657, -0.3236, -0.2468, -0.1724, -0.4253, 0.1131, -0.1905, 0.00381, -0.3352, -0.2144, -0.1069, 0.2614,
      -0.2769, 0.03595, -0.08921, 0.1826, -0.0717, 0.06059, -0.2151, -0.06241, 0.5558,
    ],
    bias: 1.004,
    out: -1.9,
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
