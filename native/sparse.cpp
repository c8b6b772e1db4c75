// Sparse symmetric positive definite systems: Eigen's simplicial LDLᵀ with approximate minimum degree ordering, and
// a solve of our own for many right sides at once.
//
// Built against wasi-libc and libc++ for the allocator and the few functions Eigen needs; nothing is imported, so
// the module runs wherever WebAssembly does. Running out of memory traps: there are no exceptions.
//
// Eigen solves dense right sides column by column and reads the factor once for each. Here up to eight columns lie
// side by side in a row, so the factor is read once for eight and the arithmetic fills SIMD lanes; rows that are
// still zero on the way down are skipped, which right sides with few entries make worthwhile.

#define EIGEN_MPL2_ONLY
#define EIGEN_NO_DEBUG
// Eigen puts temporaries of up to 128 kB on the stack, which has 64 kB here.
#define EIGEN_STACK_ALLOCATION_LIMIT 4096
#include <Eigen/SparseCholesky>
#include <cstdlib>

using Matrix = Eigen::SparseMatrix<double, Eigen::ColMajor, int>;
using Factor = Eigen::SimplicialLDLT<Matrix, Eigen::Lower, Eigen::AMDOrdering<int>>;

struct Solver {
  Factor factor;
  Eigen::VectorXd inverse_pivots;
  double *rows;  // [n, 8] in the order of elimination
};

namespace {

constexpr int kWidest = 8;

template <int W>
void solve_columns(Solver *solver, const double *right, double *out, int stride) {
  const Factor &factor = solver->factor;
  const auto &lower = factor.matrixL().nestedExpression();
  const int n = static_cast<int>(lower.cols());
  const int *starts = lower.outerIndexPtr();
  const int *indices = lower.innerIndexPtr();
  const double *values = lower.valuePtr();
  const double *inverse_pivots = solver->inverse_pivots.data();
  const int *place = factor.permutationP().indices().data();
  double *x = solver->rows;

  for (int i = 0; i < n; i++) {
    double *row = x + place[i] * W;
    for (int k = 0; k < W; k++) row[k] = right[i * stride + k];
  }
  // (1) L y = b
  for (int j = 0; j < n; j++) {
    double here[W];
    bool zero = true;
    for (int k = 0; k < W; k++) {
      here[k] = x[j * W + k];
      zero &= here[k] == 0;
    }
    if (zero) continue;
    for (int p = starts[j]; p < starts[j + 1]; p++) {
      double *row = x + indices[p] * W;
      const double value = values[p];
      for (int k = 0; k < W; k++) row[k] -= value * here[k];
    }
  }
  // (2) D Lᵀ x = y
  for (int j = n - 1; j >= 0; j--) {
    double here[W];
    const double inverse = inverse_pivots[j];
    for (int k = 0; k < W; k++) here[k] = x[j * W + k] * inverse;
    for (int p = starts[j]; p < starts[j + 1]; p++) {
      const double *row = x + indices[p] * W;
      const double value = values[p];
      for (int k = 0; k < W; k++) here[k] -= value * row[k];
    }
    for (int k = 0; k < W; k++) x[j * W + k] = here[k];
  }
  for (int i = 0; i < n; i++) {
    const double *row = x + place[i] * W;
    for (int k = 0; k < W; k++) out[i * stride + k] = row[k];
  }
}

}  // namespace

extern "C" {

__attribute__((export_name("sparse_allocate"))) void *sparse_allocate(size_t bytes) { return malloc(bytes); }

__attribute__((export_name("sparse_free"))) void sparse_free(void *memory) { free(memory); }

// Factors the matrix whose lower triangle is given by columns. Null where a pivot is not positive.
__attribute__((export_name("sparse_factor"))) Solver *sparse_factor(int n, int entry_count, const int *starts,
                                                                    const int *rows, const double *values) {
  const Eigen::Map<const Matrix> matrix(n, n, entry_count, starts, rows, values);
  Solver *solver = new Solver;
  solver->factor.compute(matrix);
  bool positive = solver->factor.info() == Eigen::Success;
  if (positive) {
    const Eigen::VectorXd pivots = solver->factor.vectorD();
    for (int j = 0; j < n; j++) positive &= pivots[j] > 0;
    solver->inverse_pivots = pivots.cwiseInverse();
  }
  if (!positive) {
    delete solver;
    return nullptr;
  }
  solver->rows = static_cast<double *>(malloc(sizeof(double) * kWidest * (n > 0 ? n : 1)));
  if (!solver->rows) __builtin_trap();
  return solver;
}

// Number of entries of the factor below its diagonal.
__attribute__((export_name("sparse_factor_size"))) int sparse_factor_size(Solver *solver) {
  return static_cast<int>(solver->factor.matrixL().nestedExpression().nonZeros());
}

// Solves for `count` right sides that lie side by side. [n, count]; `out` may be `right`.
__attribute__((export_name("sparse_solve"))) void sparse_solve(Solver *solver, int count, const double *right,
                                                               double *out) {
  int done = 0;
  for (; count - done >= 8; done += 8) solve_columns<8>(solver, right + done, out + done, count);
  for (; count - done >= 4; done += 4) solve_columns<4>(solver, right + done, out + done, count);
  for (; count - done >= 2; done += 2) solve_columns<2>(solver, right + done, out + done, count);
  for (; count - done >= 1; done += 1) solve_columns<1>(solver, right + done, out + done, count);
}
}
