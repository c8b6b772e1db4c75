// Peer of exact self-intersection: CGAL's Polygon_mesh_processing::self_intersections, sequential, exact
// predicates. Reads meshes from stdin and writes pairs to stdout, so that calls can alternate with ours (cgal.mjs).
//
// In, little-endian: vertex count, triangle count (u32), positions (f32), triangles (u32). Out: CPU
// milliseconds (f64), pair count (u32), pairs (u32). The mesh is built before the clock starts.

#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Polygon_mesh_processing/self_intersections.h>
#include <CGAL/Surface_mesh.h>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <utility>
#include <vector>

typedef CGAL::Exact_predicates_inexact_constructions_kernel Kernel;
typedef CGAL::Surface_mesh<Kernel::Point_3> Mesh;

template <typename T> bool read(std::vector<T> &values) {
  return std::fread(values.data(), sizeof(T), values.size(), stdin) == values.size();
}

int main() {
  std::vector<uint32_t> counts(2);
  while (read(counts)) {
    std::vector<float> positions(counts[0] * 3);
    std::vector<uint32_t> triangles(counts[1] * 3);
    if (!read(positions) || !read(triangles)) return 1;
    Mesh mesh;
    for (size_t i = 0; i < positions.size(); i += 3)
      mesh.add_vertex(Kernel::Point_3(positions[i], positions[i + 1], positions[i + 2]));
    for (size_t i = 0; i < triangles.size(); i += 3) {
      const auto face = mesh.add_face(Mesh::Vertex_index(triangles[i]), Mesh::Vertex_index(triangles[i + 1]),
                                      Mesh::Vertex_index(triangles[i + 2]));
      if (face == Mesh::null_face()) return 2; // not a manifold
    }
    std::vector<std::pair<Mesh::Face_index, Mesh::Face_index>> found;
    const std::clock_t start = std::clock();
    CGAL::Polygon_mesh_processing::self_intersections<CGAL::Sequential_tag>(mesh, std::back_inserter(found));
    const double milliseconds = (std::clock() - start) * 1000.0 / CLOCKS_PER_SEC;
    const uint32_t count = found.size();
    std::fwrite(&milliseconds, 8, 1, stdout);
    std::fwrite(&count, 4, 1, stdout);
    for (const auto &pair : found) {
      const uint32_t row[2] = {static_cast<uint32_t>(pair.first), static_cast<uint32_t>(pair.second)};
      std::fwrite(row, 4, 2, stdout);
    }
    std::fflush(stdout);
  }
}
