// Seeded numbers from the linear congruential generator of 24 bits that templates have always had (multiplier 1140671485,
// increment 12820163), so that a seed gives the layout its author saw.

const modulus = 2 ** 24;
let state = 0;

function next() {
  state = (1140671485 * state + 12820163) % modulus;
  return state;
}

export function seed(s) {
  state = s;
}

// Both ends included. One argument is the upper end.
export function real(min, max) {
  if (min === undefined) [min, max] = [0, 1];
  else if (max === undefined) [min, max] = [0, min];
  return min + next() * (max - min) / (modulus - 1);
}

// Both ends included. One argument is the upper end; the lower is then 1, as files made with it expect.
export function integer(min, max) {
  if (min === undefined) [min, max] = [0, modulus - 1];
  else if (max === undefined) [min, max] = [1, min];
  return min + next() % (1 + max - min);
}
