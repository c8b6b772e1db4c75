/**
 * @file Numbers of half precision (IEEE 754 binary16), rounded to nearest, ties to even.
 */

const scratch = new Float32Array(1);
const bits = new Uint32Array(scratch.buffer);

/** The bits of each value as a half; what is too large becomes infinite. */
export function toHalfFloats(values: ArrayLike<number>): Uint16Array {
  const out = new Uint16Array(values.length);
  for (let i = 0; i < values.length; i++) {
    scratch[0] = values[i];
    out[i] = halfBits(bits[0]);
  }
  return out;
}

function halfBits(single: number): number {
  const sign = (single >>> 16) & 0x8000;
  const magnitude = single & 0x7fffffff;
  if (magnitude > 0x7f800000) return sign | 0x7e00; // not a number
  if (magnitude >= 0x47800000) return sign | 0x7c00; // 65536 and above
  if (magnitude >= 0x38800000) {
    // Normal: shift the exponent's bias from 127 to 15, then drop 13 bits.
    return sign | ((magnitude - 0x38000000 + 0xfff + ((magnitude >>> 13) & 1)) >>> 13);
  }
  if (magnitude < 0x33000000) return sign; // below half of the smallest
  const shift = 126 - (magnitude >>> 23);
  const mantissa = (magnitude & 0x7fffff) | 0x800000;
  const half = mantissa >>> shift;
  const rest = mantissa & ((1 << shift) - 1);
  const middle = 1 << (shift - 1);
  return sign | (half + (rest > middle || (rest === middle && half & 1) ? 1 : 0));
}
