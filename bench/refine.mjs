/**
 * @file A creature with a given number of joints: its longest bones are split in half until there are enough. The new
 * joints never rotate, so the motion is unchanged.
 */

/** Rig and clips with `count` joints; `count` is at least the joint count of the rig. */
export function refineRig({ rig, clips }, count) {
  const { skeleton, skin, mesh } = rig;
  const parents = [...skeleton.parents];
  const rest = Array.from(parents, (_, j) => [...skeleton.rest.subarray(j * 3, j * 3 + 3)]);
  const names = [...skeleton.names];
  while (parents.length < count) {
    const lengths = parents.map((p, j) => (p < 0 ? 0 : Math.hypot(...rest[j].map((x, k) => x - rest[p][k]))));
    const longest = lengths.indexOf(Math.max(...lengths));
    const p = parents[longest];
    rest.push(rest[longest].map((x, k) => (x + rest[p][k]) / 2));
    names.push(`${names[longest]} ${parents.length}`);
    parents.push(p);
    parents[longest] = parents.length - 1;
  }
  // Sort parents before children.
  const order = [0];
  for (const joint of order) for (const [j, p] of parents.entries()) if (p === joint) order.push(j);
  const index = new Map(order.map((joint, i) => [joint, i]));
  const rotationsOf = (rotations) =>
    Float32Array.from(
      order.flatMap((j) =>
        j < skeleton.parents.length ? [...rotations.subarray(j * 4, j * 4 + 4)] : [0, 0, 0, 1],
      ),
    );
  return {
    rig: {
      mesh,
      skeleton: {
        names: order.map((j) => names[j]),
        parents: Int16Array.from(order, (j) => (parents[j] < 0 ? -1 : index.get(parents[j]))),
        rest: Float32Array.from(order.flatMap((j) => rest[j])),
        frames: Float32Array.from(order.flatMap(() => [0, 0, 0, 1])),
      },
      skin: { ...skin, joints: skin.joints.map((j) => index.get(j)) },
    },
    clips: clips.map((clip) => ({
      ...clip,
      poses: clip.poses.map(({ rotations, root }) => ({ rotations: rotationsOf(rotations), root })),
    })),
  };
}
