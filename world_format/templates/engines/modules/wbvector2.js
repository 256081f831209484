// Vectors {x, y}.

export function equal(vA, vB) {
  return vA.x === vB.x && vA.y === vB.y;
}

export function add(vA, vB) {
  return {x: vA.x + vB.x, y: vA.y + vB.y};
}

export function minus(vA, vB) {
  return {x: vA.x - vB.x, y: vA.y - vB.y};
}

export function multiply(v, s) {
  return {x: v.x * s, y: v.y * s};
}

export function norm(v) {
  return Math.sqrt(dot(v, v));
}

export function distance(vA, vB) {
  return norm(minus(vA, vB));
}

// Of the direction from B to A, against the x axis.
export function angle(vA, vB) {
  const v = minus(vA, vB);
  return Math.atan2(v.y, v.x);
}

export function cross(vA, vB) {
  return vA.x * vB.y - vA.y * vB.x;
}

export function dot(vA, vB) {
  return vA.x * vB.x + vA.y * vB.y;
}

export function normalize(v) {
  const length = norm(v);
  if (length === 0) {
    console.error('wbvector2.normalize: the vector has no length');
    return null;
  }
  return multiply(v, 1 / length);
}

// Of the segments p1 p2 and p3 p4: p1 + t a = p3 + u b with t and u in [0, 1]; null if there is no such point or no
// single one (parallel or empty segments).
export function intersection(p1, p2, p3, p4) {
  const a = minus(p2, p1);
  const b = minus(p4, p3);
  const denominator = cross(a, b);
  if (denominator === 0) return null;
  const offset = minus(p3, p1);
  const t = cross(offset, b) / denominator;
  const u = cross(offset, a) / denominator;
  if (t < 0 || t > 1 || u < 0 || u > 1) return null;
  return add(p1, multiply(a, t));
}
