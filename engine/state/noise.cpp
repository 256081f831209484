// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Philox (Salmon and others, "Parallel random numbers: as easy as 1, 2, 3", SC11) as the counter-based source, and a
// normal deviate from it that uses only +, -, *, / and sqrt, which every processor rounds alike: libm's log differs in
// its last bit between machines with and without fused multiply-add.
#include "engine/state/noise.h"

#include <Random123/philox.h>
#include <xxhash.h>

#include <cmath>
#include <cstring>
#include <string>

#include "engine/state/state.h"

namespace lightsout {

namespace {

// Natural logarithm of a normal number in (0, 1): x = m 2^e with m in [sqrt(1/2), sqrt(2)), and
// log m = 2 atanh(s) = 2 (s + s^3/3 + s^5/5 + ...), s = (m - 1)/(m + 1). |s| <= 0.1716, so that the term after s^21 is
// below 2^-60. Relative error about 2e-16.
double portable_log(double x) {
  int exponent;
  double m = std::frexp(x, &exponent);
  if (m < 0.70710678118654752) {
    m *= 2;
    --exponent;
  }
  const double s = (m - 1) / (m + 1);
  const double s2 = s * s;
  double sum = 0;
  for (int k = 21; k >= 1; k -= 2) sum = sum * s2 + 1.0 / k;
  // ln 2 in two parts, the first with trailing zeros so that exponent * high is exact.
  constexpr double ln2_high = 0x1.62e42fefa38p-1, ln2_low = 0x1.ef35793c7673p-45;
  return exponent * ln2_high + (2 * s * sum + exponent * ln2_low);
}

double polynomial(double x, const double (&coefficients)[8]) {
  double sum = coefficients[7];
  for (int i = 6; i >= 0; --i) sum = sum * x + coefficients[i];
  return sum;
}

// The normal distribution's quantile for p in (0, 1): algorithm AS 241 (PPND16) of M. J. Wichura, Applied Statistics 37
// (1988) 477-484; relative error about 1e-16.
double normal_quantile(double p) {
  static constexpr double a[8] = {3.3871328727963666080e0, 1.3314166789178437745e2, 1.9715909503065514427e3,
                                  1.3731693765509461125e4, 4.5921953931549871457e4, 6.7265770927008700853e4,
                                  3.3430575583588128105e4, 2.5090809287301226727e3};
  static constexpr double b[8] = {1.0,
                                  4.2313330701600911252e1,
                                  6.8718700749205790830e2,
                                  5.3941960214247511077e3,
                                  2.1213794301586595867e4,
                                  3.9307895800092710610e4,
                                  2.8729085735721942674e4,
                                  5.2264952788528545610e3};
  static constexpr double c[8] = {1.42343711074968357734e0,  4.63033784615654529590e0, 5.76949722146069140550e0,
                                  3.64784832476320460504e0,  1.27045825245236838258e0, 2.41780725177450611770e-1,
                                  2.27238449892691845833e-2, 7.74545014278341407640e-4};
  static constexpr double d[8] = {1.0,
                                  2.05319162663775882187e0,
                                  1.67638483018380384940e0,
                                  6.89767334985100004550e-1,
                                  1.48103976427480074590e-1,
                                  1.51986665636164571966e-2,
                                  5.47593808499534494600e-4,
                                  1.05075007164441684324e-9};
  static constexpr double e[8] = {6.65790464350110377720e0,  5.46378491116411436990e0,  1.78482653991729133580e0,
                                  2.96560571828504891230e-1, 2.65321895265761230930e-2, 1.24266094738807843860e-3,
                                  2.71155556874348757815e-5, 2.01033439929228813265e-7};
  static constexpr double f[8] = {1.0,
                                  5.99832206555887937690e-1,
                                  1.36929880922735805310e-1,
                                  1.48753612908506148525e-2,
                                  7.86869131145613259100e-4,
                                  1.84631831751005468180e-5,
                                  1.42151175831644588870e-7,
                                  2.04426310338993978564e-15};
  const double q = p - 0.5;
  if (std::abs(q) <= 0.425) {
    const double r = 0.180625 - q * q;
    return q * polynomial(r, a) / polynomial(r, b);
  }
  const double tail = std::sqrt(-portable_log(q < 0 ? p : 1 - p));
  const double magnitude = tail <= 5 ? polynomial(tail - 1.6, c) / polynomial(tail - 1.6, d)
                                     : polynomial(tail - 5, e) / polynomial(tail - 5, f);
  return q < 0 ? -magnitude : magnitude;
}

}  // namespace

Noise::Noise(std::uint64_t seed, std::string_view name, std::uint32_t channel) {
  // Both keys depend on all three; the name is taken by its bytes, so that equal names mean equal streams anywhere.
  const std::uint64_t words[2] = {seed, channel};
  const XXH128_hash_t hash = XXH3_128bits_withSeed(name.data(), name.size(), XXH3_64bits(words, sizeof words));
  key_[0] = hash.low64;
  key_[1] = hash.high64;
}

Noise::Two Noise::draws(std::uint64_t n) const {
  const r123::Philox2x64::ctr_type counter = {{n, key_[1]}};
  const r123::Philox2x64::key_type key = {{key_[0]}};
  const auto two = r123::Philox2x64()(counter, key);
  return {two[0], two[1]};
}

std::uint64_t Noise::bits() {
  if (count_ % 2 == 1) {
    ++count_;
    return second_;
  }
  const auto [first, second] = draws(count_++ / 2);
  second_ = second;
  return first;
}

double Noise::uniform() { return double(bits() >> 11) * 0x1p-53; }

double Noise::gaussian() {
  // The middle of one of 2^52 equal cells: never 0 or 1, and symmetric about 1/2.
  return normal_quantile((double(bits() >> 12) + 0.5) * 0x1p-52);
}

void Noise::visit_state(StateVisitor& state) {
  state.field("noise draws", count_);
  if (state.is_loading()) second_ = draws(count_ / 2)[1];
}

}  // namespace lightsout
