import fc from 'fast-check';

export type Pair = [name: string, value: string];

export type Body =
  | { kind: 'json'; value: unknown }
  | { kind: 'form'; pairs: Pair[] /** Sent without its end. */; cutTo?: number }
  | { kind: 'bytes'; bytes: Buffer };

/** A request before it is encoded. `@@name@@` in it stands for a live value. */
export type Draft = {
  path: Record<string, string>;
  query: Pair[];
  headers: Record<string, string>;
  body?: Body;
};

/** Draws values: the same ones for the same seed. */
export type Draw = fc.GeneratorValue;

/** One of several values. By number: fast-check would compare what it is given, member by member. */
export function anyOf<T>(draw: Draw, values: readonly [T, ...T[]]): T {
  return values[draw(fc.nat, values.length - 1)] ?? values[0];
}
