// Polygons, circles and splines.
import * as wbvector2 from 'wbvector2.js';
import * as wbvector3 from 'wbvector3.js';

// div + 1 points: the last closes the circle.
export function circle(radius, div, center, shift) {
  const points = [];
  for (let i = 0; i <= div; ++i) {
    const angle = 2 * Math.PI * i / div + shift;
    points.push({x: center.x + radius * Math.cos(angle), y: center.y + radius * Math.sin(angle)});
  }
  return points;
}

// Even-odd rule: the ray from p along +x crosses the outline an odd number of times.
export function isPoint2InPolygon(p, polygon) {
  let inside = false;
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const a = polygon[i], b = polygon[j];
    if ((a.y > p.y) !== (b.y > p.y) && p.x < a.x + (b.x - a.x) * (p.y - a.y) / (b.y - a.y)) inside = !inside;
  }
  return inside;
}

export function findClosestPoint2InArray(reference, points) {
  let best = reference, distance = Infinity;
  for (const point of points) {
    const d = wbvector2.distance(reference, point);
    if (d < distance) [best, distance] = [point, d];
  }
  return best;
}

// Sign of the area between the closed outline and the x axis; clockwise where the second axis points down.
export function isPoint2ArrayClockwise(points) {
  let twice = 0;
  points.forEach((p, i) => {
    const q = points[(i + 1) % points.length];
    twice += (q.x - p.x) * (q.y + p.y);
  });
  return twice < 0;
}

// The uniform cubic B-spline of the points, each end continued by two points on its last segment's line; it begins at
// the first point. `space` is the vector module of the points.
function bSpline(points, subdivision, keys, space) {
  const beyond = (end, before) => space.add(end, space.minus(end, before));
  const n = points.length;
  const first = beyond(points[0], points[1]);
  const last = beyond(points[n - 1], points[n - 2]);
  const control = [beyond(first, points[0]), first, ...points, last, beyond(last, points[n - 1])];
  const curve = [points[0]];
  // The span from `first` to the first point (two dimensions only) leads into the curve.
  for (let i = keys.length === 2 ? 1 : 2; i + 2 < control.length - 1; ++i) {
    for (let j = 1; j <= subdivision; ++j) {
      const t = j / subdivision, s = 1 - t;
      // The four basis functions of the segment between control[i] and control[i + 1].
      const b = [s * s * s, 3 * t * t * t - 6 * t * t + 4, 3 * s * s * s - 6 * s * s + 4, t * t * t].map((v) => v / 6);
      const point = {};
      for (const key of keys)
        point[key] = b[0] * control[i - 1][key] + b[1] * control[i][key] + b[2] * control[i + 1][key] + b[3] * control[i + 2][key];
      curve.push(point);
    }
  }
  return curve;
}

export function bSpline2(points, subdivision) {
  return bSpline(points, subdivision, ['x', 'y'], wbvector2);
}

export function bSpline3(points, subdivision) {
  return bSpline(points, subdivision, ['x', 'y', 'z'], wbvector3);
}
