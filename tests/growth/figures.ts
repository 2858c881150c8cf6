/** What was measured before, with the statements of the last release, and after, with those of this version. */
export type Figure = {
  what: string;
  before: number;
  after: number;
  unit: 'bytes' | 'ms' | 'rows' | '%';
  /** What `after` is at most. A time has none: machines differ. */
  most?: number;
};

/** A number for people. */
export function amount(value: number, unit: Figure['unit']): string {
  if (unit !== 'bytes') return `${rounded(value)} ${unit}`;
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB', 'PB'];
  let index = 0;
  let scaled = value;
  while (scaled >= 1_000 && index < units.length - 1) {
    scaled /= 1_000;
    index += 1;
  }
  return `${rounded(scaled)} ${units[index]}`;
}

const rounded = (value: number) =>
  value >= 100 || Number.isInteger(value)
    ? Math.round(value).toLocaleString('en')
    : value.toPrecision(2);

export const isMissed = ({ after, most }: Figure) => most !== undefined && after > most;

/** As a Markdown table. */
export function figureTable(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => {
    const { what, before, after, unit, most } = figure;
    const bound =
      most === undefined ? '' : `${amount(most, unit)}${isMissed(figure) ? ', missed' : ''}`;
    return `| ${what} | ${amount(before, unit)} | ${amount(after, unit)} | ${bound} |`;
  });
  return ['| | before | after | at most |', '|---|---|---|---|', ...rows].join('\n');
}
