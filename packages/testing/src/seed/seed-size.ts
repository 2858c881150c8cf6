/** The numbers of rows to make. */
export type SeedSize = { organizations: number; apps: number; versions: number };

/** An identifier has seven hexadecimal digits for the app's number. */
const MAX_ROWS = 100_000_000;

/** @returns a sentence for each fault of a size */
export function seedFaults({ organizations, apps, versions }: SeedSize): string[] {
  const isCount = (count: number) => Number.isInteger(count) && count >= 1 && count <= MAX_ROWS;
  const named = { organizations, apps, versions };
  const faults = Object.entries(named).flatMap(([name, count]) =>
    isCount(count) ? [] : [`--${name} must be a whole number from 1 to ${MAX_ROWS}`],
  );
  return versions < apps ? [...faults, '--versions must not be fewer than --apps'] : faults;
}
