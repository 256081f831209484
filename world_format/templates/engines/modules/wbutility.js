// Checks, messages and conversions for templates.

function hasNumbers(object, keys) {
  return typeof object === 'object' && object !== null && keys.every((key) => isScalar(object[key]));
}

export function assert(statement, message) {
  if (!statement) error(message);
}

export function error(message) {
  console.error(message);
}

export function info(message) {
  console.log(message);
}

export function deepCopy(original) {
  if (Array.isArray(original)) return original.map(deepCopy);
  if (typeof original !== 'object' || original === null) return original;
  return Object.fromEntries(Object.entries(original).map(([key, value]) => [key, deepCopy(value)]));
}

export function degreesToRadians(angle) {
  return angle * Math.PI / 180;
}

export function radiansToDegrees(angle) {
  return angle * 180 / Math.PI;
}

export function isScalar(s) {
  return typeof s === 'number';
}

export function isVector2(v) {
  return hasNumbers(v, ['x', 'y']);
}

export function isVector3(v) {
  return hasNumbers(v, ['x', 'y', 'z']);
}

export function isAxisAngle(r) {
  return hasNumbers(r, ['x', 'y', 'z', 'a']);
}

export function isQuaternion(q) {
  return hasNumbers(q, ['w', 'x', 'y', 'z']);
}

export function isMatrix3(m) {
  return hasNumbers(m, [0, 1, 2, 3, 4, 5, 6, 7, 8]);
}

export function isArrayOfPoints(array, dim) {
  const isPoint = dim === 3 ? isVector3 : isVector2;
  return Array.isArray(array) && array.every(isPoint);
}
