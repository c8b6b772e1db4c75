/** @file A readable joint name: "left hand" for `mixamorig:LeftHand`, `hand.L`, `hand_l` or `Bip01 L Hand`. */

const SIDES: Readonly<Record<string, string>> = { l: 'left', left: 'left', r: 'right', right: 'right' };
/** Prefixes of tools. */
const NOISE = /^(mixamorig\d*|def|deform|bip\d*|bone|jnt|joint|bn|b|c|m|armature|rig|valvebiped)$/;

export function jointLabel(name: string): string {
  const words = name
    .replace(/^.*[:|]/, '')
    .replace(/^bip\d+/i, '')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .replace(/(\p{L})(\d)/gu, '$1 $2')
    .split(/[^\p{L}\d]+/u)
    .map((word) => word.toLowerCase())
    .filter((word) => word !== '');
  const sides = words.filter((word) => word in SIDES).map((word) => SIDES[word]);
  const rest = words.filter((word) => !(word in SIDES)).map((word) => word.replace(/^0+(?=\d)/, ''));
  const plain = rest.filter((word) => !NOISE.test(word));
  const shown = plain.some((word) => /\p{L}/u.test(word)) ? plain : rest;
  return [...sides.slice(0, 1), ...shown].join(' ') || 'joint';
}
