import fc from 'fast-check';

/** Draws values: the same ones for the same seed. */
export type Draw = fc.GeneratorValue;

/** One of several values. By number: fast-check would compare what it is given, member by member. */
export function anyOf<T>(draw: Draw, values: readonly [T, ...T[]]): T {
  return values[draw(fc.nat, values.length - 1)] ?? values[0];
}
