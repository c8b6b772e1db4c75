// Dense optical flow by inverse search on one level of a pyramid; src/kernels/optical-flow.reference.ts says what it does.
// Bare WebAssembly: nothing is imported but the memory.

static inline float sampleAt(const float* image, int width, int height, float x, float y) {
  const float right = (float)width - 1.001f, bottom = (float)height - 1.001f;
  const float cx = x < 0 ? 0 : x > right ? right : x;
  const float cy = y < 0 ? 0 : y > bottom ? bottom : y;
  const int i = (int)cx, j = (int)cy;
  const float* p = image + j * width + i;
  const float fx = cx - (float)i, fy = cy - (float)j;
  const float upper = p[0] + (p[1] - p[0]) * fx;
  const float lower = p[width] + (p[width + 1] - p[width]) * fx;
  return upper + (lower - upper) * fy;
}

// Fills `moved` with the target under a patch displaced by (u, v). Inside of the picture the shares of a displacement are
// the same for all pixels, and rows are read in order: the compiler makes vectors of it.
static void readMoved(float* moved, const float* target, int width, int height, int x, int y, float u, float v, int size) {
  const float sx = (float)x + u, sy = (float)y + v;
  if (sx >= 0 && sy >= 0 && sx + (float)size < (float)width - 1 && sy + (float)size < (float)height - 1) {
    const int i = (int)sx, j = (int)sy;
    const float fx = sx - (float)i, fy = sy - (float)j;
    for (int row = 0; row < size; row++) {
      const float* p = target + (j + row) * width + i;
      for (int column = 0; column < size; column++) {
        const float upper = p[column] + (p[column + 1] - p[column]) * fx;
        const float lower = p[column + width] + (p[column + width + 1] - p[column + width]) * fx;
        moved[row * size + column] = upper + (lower - upper) * fy;
      }
    }
    return;
  }
  for (int row = 0; row < size; row++)
    for (int column = 0; column < size; column++)
      moved[row * size + column] = sampleAt(target, width, height, sx + (float)column, sy + (float)row);
}

static inline bool touches(const unsigned char* wanted, int width, int x, int y, int size) {
  for (int j = y; j < y + size; j++)
    for (int i = x; i < x + size; i++)
      if (wanted[j * width + i]) return true;
  return false;
}

// sum: [H, W, 3], zeroed by the caller; flow: [H, W, 2], written; coarse: flow of the level above or null;
// scratch: 4 · size² floats.
extern "C" __attribute__((export_name("flow_level"))) void flow_level(
    int width, int height, const float* source, const float* target, const unsigned char* wanted, const float* coarse,
    int coarseWidth, int coarseHeight, int size, int stride, int iterations, float leastTexture, float settled, float* sum,
    float* flow, float* scratch) {
  const int count = size * size;
  float *values = scratch, *gx = scratch + count, *gy = scratch + 2 * count, *moved = scratch + 3 * count;
  for (int y = 0; y + size <= height; y += stride) {
    for (int x = 0; x + size <= width; x += stride) {
      if (!touches(wanted, width, x, y, size)) continue;
      float startU = 0, startV = 0;
      if (coarse) {
        int cx = (x + size / 2) >> 1, cy = (y + size / 2) >> 1;
        cx = cx < coarseWidth ? cx : coarseWidth - 1;
        cy = cy < coarseHeight ? cy : coarseHeight - 1;
        startU = coarse[(cy * coarseWidth + cx) * 2] * 2;
        startV = coarse[(cy * coarseWidth + cx) * 2 + 1] * 2;
      }
      // (1) The patch and its gradients, without their means.
      float mean = 0, meanX = 0, meanY = 0;
      for (int j = 0, o = 0; j < size; j++) {
        for (int i = 0; i < size; i++, o++) {
          const int px = x + i, py = y + j, at = py * width + px;
          values[o] = source[at];
          gx[o] = (source[px + 1 < width ? at + 1 : at] - source[px > 0 ? at - 1 : at]) * 0.5f;
          gy[o] = (source[py + 1 < height ? at + width : at] - source[py > 0 ? at - width : at]) * 0.5f;
          mean += values[o];
          meanX += gx[o];
          meanY += gy[o];
        }
      }
      mean /= (float)count;
      meanX /= (float)count;
      meanY /= (float)count;
      float xx = leastTexture, xy = 0, yy = leastTexture;
      for (int o = 0; o < count; o++) {
        values[o] -= mean;
        gx[o] -= meanX;
        gy[o] -= meanY;
        xx += gx[o] * gx[o];
        xy += gx[o] * gy[o];
        yy += gy[o] * gy[o];
      }
      const float determinant = xx * yy - xy * xy;
      const float ixx = yy / determinant, ixy = -xy / determinant, iyy = xx / determinant;
      // (2) Inverse search.
      float u = startU, v = startV;
      for (int step = 0; step < iterations; step++) {
        readMoved(moved, target, width, height, x, y, u, v, size);
        float bx = 0, by = 0;
        for (int o = 0; o < count; o++) {
          const float difference = moved[o] - values[o];
          bx += gx[o] * difference;
          by += gy[o] * difference;
        }
        const float du = ixx * bx + ixy * by, dv = ixy * bx + iyy * by;
        u -= du;
        v -= dv;
        if (du * du + dv * dv < settled * settled) break;
      }
      const float awayU = u - startU, awayV = v - startV;
      if (!(awayU * awayU + awayV * awayV <= (float)count)) u = startU, v = startV;
      // (3) Spread over the pixels, less where they do not agree.
      readMoved(moved, target, width, height, x, y, u, v, size);
      float movedMean = 0;
      for (int o = 0; o < count; o++) movedMean += moved[o];
      movedMean /= (float)count;
      for (int j = 0, o = 0; j < size; j++) {
        for (int i = 0; i < size; i++, o++) {
          const float difference = __builtin_fabsf(moved[o] - movedMean - values[o]);
          const float weight = 1 / (difference > 1 ? difference : 1);
          float* s = sum + ((y + j) * width + x + i) * 3;
          s[0] += weight * u;
          s[1] += weight * v;
          s[2] += weight;
        }
      }
    }
  }
  for (int i = 0; i < width * height; i++) {
    const float total = sum[i * 3 + 2];
    flow[i * 2] = total > 0 ? sum[i * 3] / total : 0;
    flow[i * 2 + 1] = total > 0 ? sum[i * 3 + 1] / total : 0;
  }
}
