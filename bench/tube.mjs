/**
 * @file A bending tube of any size: a closed surface, a chain of 30 joints, four influences per vertex, a clip.
 */

const JOINTS = 30;

export function makeTube(vertexCount) {
  const around = Math.max(8, Math.round(Math.sqrt(vertexCount / 4)));
  const rings = Math.max(4, Math.round(vertexCount / around));
  const positions = new Float32Array(rings * around * 3);
  const joints = new Uint16Array(rings * around * 4);
  const weights = new Float32Array(rings * around * 4);
  const length = 3;
  for (let r = 0; r < rings; r++) {
    const along = (r / (rings - 1)) * (JOINTS - 1);
    const first = Math.min(JOINTS - 4, Math.max(0, Math.floor(along) - 1));
    const falloff = [0, 1, 2, 3].map((k) => Math.exp(-((along - first - k) ** 2)));
    const sum = falloff.reduce((a, b) => a + b);
    for (let a = 0; a < around; a++) {
      const v = r * around + a;
      const angle = (2 * Math.PI * a) / around;
      positions.set([0.2 * Math.cos(angle), (length * r) / (rings - 1), 0.2 * Math.sin(angle)], v * 3);
      for (let k = 0; k < 4; k++) {
        joints[v * 4 + k] = first + k;
        weights[v * 4 + k] = falloff[k] / sum;
      }
    }
  }
  const triangles = [];
  for (let r = 0; r + 1 < rings; r++) {
    for (let a = 0; a < around; a++) {
      const [p, q] = [r * around + a, r * around + ((a + 1) % around)];
      triangles.push(p, p + around, q, q, p + around, q + around);
    }
  }
  for (let a = 1; a + 1 < around; a++) {
    const top = (rings - 1) * around;
    triangles.push(0, a, a + 1, top, top + a + 1, top + a);
  }
  const rest = Float32Array.from({ length: JOINTS * 3 }, (_, i) =>
    i % 3 === 1 ? (length * Math.floor(i / 3)) / (JOINTS - 1) : 0,
  );
  const frames = Float32Array.from({ length: JOINTS * 4 }, (_, i) => (i % 4 === 3 ? 1 : 0));
  const poses = Array.from({ length: 60 }, (_, f) => {
    const half = 0.03 * Math.sin((2 * Math.PI * f) / 60 + 1);
    const rotations = Float32Array.from({ length: JOINTS * 4 }, (_, i) =>
      i % 4 === 2 ? Math.sin(half) : i % 4 === 3 ? Math.cos(half) : 0,
    );
    return { rotations, root: new Float32Array(3) };
  });
  return {
    rig: {
      mesh: { positions, triangles: Uint32Array.from(triangles) },
      skeleton: {
        names: Array.from({ length: JOINTS }, (_, j) => `tube${j + 1}`),
        parents: Int16Array.from({ length: JOINTS }, (_, j) => j - 1),
        rest,
        frames,
      },
      skin: { joints, weights, influenceCount: 4 },
    },
    clip: { name: 'bend', times: Float32Array.from(poses, (_, f) => f / 30), poses },
  };
}
