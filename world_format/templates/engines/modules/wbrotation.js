// Rotations as axis and angle {x, y, z, a}, as unit quaternions {w, x, y, z}, and as 3 x 3 matrices by rows (keys 0 to 8).

export function equal(rA, rB) {
  return rA.x === rB.x && rA.y === rB.y && rA.z === rB.z && rA.a === rB.a;
}

// The angle is in [0, pi].
export function fromQuaternion(q) {
  const sine = Math.sqrt(q.x * q.x + q.y * q.y + q.z * q.z);
  if (sine < 1e-12) return {x: 0, y: 0, z: 1, a: 0};
  const sign = q.w < 0 ? -1 : 1;
  return {x: sign * q.x / sine, y: sign * q.y / sine, z: sign * q.z / sine, a: 2 * Math.atan2(sine, Math.abs(q.w))};
}

export function toQuaternion(r) {
  const n = normalize(r);
  const sine = Math.sin(n.a / 2);
  return {w: Math.cos(n.a / 2), x: n.x * sine, y: n.y * sine, z: n.z * sine};
}

// By way of the quaternion: of its four components, the largest is found from the diagonal and divides the others
// (Shepperd 1978), which stays exact near half turns.
export function fromMatrix3(m) {
  const trace = m[0] + m[4] + m[8];
  const squares = [1 + trace, 1 + 2 * m[0] - trace, 1 + 2 * m[4] - trace, 1 + 2 * m[8] - trace];  // 4 w^2, 4 x^2, ...
  const largest = squares.indexOf(Math.max(...squares));
  const d = Math.sqrt(squares[largest]) * 2;  // four times the largest component
  const wx = m[7] - m[5], wy = m[2] - m[6], wz = m[3] - m[1];  // 4 w x, ...
  const xy = m[1] + m[3], xz = m[2] + m[6], yz = m[5] + m[7];  // 4 x y, ...
  switch (largest) {
    case 0: return fromQuaternion({w: d / 4, x: wx / d, y: wy / d, z: wz / d});
    case 1: return fromQuaternion({w: wx / d, x: d / 4, y: xy / d, z: xz / d});
    case 2: return fromQuaternion({w: wy / d, x: xy / d, y: d / 4, z: yz / d});
    default: return fromQuaternion({w: wz / d, x: xz / d, y: yz / d, z: d / 4});
  }
}

// Rodrigues: cos a I + sin a [u]x + (1 - cos a) u u'.
export function toMatrix3(r) {
  const {x, y, z, a} = normalize(r);
  const c = Math.cos(a), s = Math.sin(a), t = 1 - c;
  return {
    0: t * x * x + c, 1: t * x * y - s * z, 2: t * x * z + s * y,
    3: t * x * y + s * z, 4: t * y * y + c, 5: t * y * z - s * x,
    6: t * x * z - s * y, 7: t * y * z + s * x, 8: t * z * z + c,
  };
}

export function isValidAxis(v) {
  return v.x !== 0 || v.y !== 0 || v.z !== 0;
}

export function isIdentity(r) {
  return r.a === 0;
}

// Unit axis (z for a missing one), angle in [-pi, pi].
export function normalize(r) {
  const length = Math.sqrt(r.x * r.x + r.y * r.y + r.z * r.z);
  const axis = length === 0 ? {x: 0, y: 0, z: 1} : {x: r.x / length, y: r.y / length, z: r.z / length};
  let a = r.a;
  if (a < -Math.PI || a > Math.PI) a -= 2 * Math.PI * Math.round(a / (2 * Math.PI));
  return {...axis, a: a};
}

// rA after rB: the quaternion product qA qB.
export function combine(rA, rB) {
  const p = toQuaternion(rA), q = toQuaternion(rB);
  return fromQuaternion({
    w: p.w * q.w - p.x * q.x - p.y * q.y - p.z * q.z,
    x: p.w * q.x + p.x * q.w + p.y * q.z - p.z * q.y,
    y: p.w * q.y - p.x * q.z + p.y * q.w + p.z * q.x,
    z: p.w * q.z + p.x * q.y - p.y * q.x + p.z * q.w,
  });
}

export function rotateVector3ByMatrix3(m, v) {
  return {
    x: m[0] * v.x + m[1] * v.y + m[2] * v.z,
    y: m[3] * v.x + m[4] * v.y + m[5] * v.z,
    z: m[6] * v.x + m[7] * v.y + m[8] * v.z,
  };
}

export function rotateVector3ByRotation(r, v) {
  return rotateVector3ByMatrix3(toMatrix3(r), v);
}

export function rotateVector3ByQuaternion(q, v) {
  return rotateVector3ByRotation(fromQuaternion(q), v);
}
