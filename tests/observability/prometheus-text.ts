type Sample = { name: string; labels: Record<string, string>; value: number };
export type Family = { type: string; samples: Sample[] };
/** By name. */
export type Scrape = Map<string, Family>;

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const LABEL = '[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\\\\n]|\\\\["\\\\n])*"';
/** As Go reads it, which disregards the case of `NaN`. */
const NUMBER = '[+-]?(?:\\d+(?:\\.\\d+)?(?:e[+-]?\\d+)?|Inf)|N[aA][nN]';
const TYPE_LINE = new RegExp(`^# TYPE (${NAME}) (counter|gauge|histogram|summary|untyped)$`);
const HELP_LINE = new RegExp(`^# HELP ${NAME} .+$`);
const SAMPLE_LINE = new RegExp(`^(${NAME})(?:\\{(${LABEL}(?:,${LABEL})*)\\})? (${NUMBER})$`);

/**
 * Reads Prometheus' text format, version 0.0.4.
 * @throws Error at the first thing that Prometheus would refuse
 */
function parseScrape(text: string): Scrape {
  if (!text.endsWith('\n')) throw new Error('the last line does not end');
  const scrape: Scrape = new Map();
  const seen = new Set<string>();
  let name = '';
  const lines = text.split('\n').filter((line) => line !== '' && !HELP_LINE.test(line));
  for (const line of lines) {
    const [, begun, type] = TYPE_LINE.exec(line) ?? [];
    if (begun && type) {
      if (scrape.has(begun)) throw new Error(`${begun} comes twice`);
      scrape.set(begun, { type, samples: [] });
      name = begun;
    } else {
      addSample(line, name, scrape.get(name), seen);
    }
  }
  const histograms = [...scrape].filter(([, { type }]) => type === 'histogram');
  for (const [family, { samples }] of histograms) checkHistogram(family, samples);
  return scrape;
}

function addSample(line: string, name: string, family: Family | undefined, seen: Set<string>) {
  const sample = parseSample(line);
  if (!family || !isOf(sample.name, name, family)) throw new Error(`of no family: ${line}`);
  const series = line.slice(0, line.lastIndexOf(' '));
  if (seen.has(series)) throw new Error(`given twice: ${series}`);
  seen.add(series);
  family.samples.push(sample);
}

function parseSample(line: string): Sample {
  const [, name, labels = '', number] = SAMPLE_LINE.exec(line) ?? [];
  if (!name || number === undefined) throw new Error(`not a sample: ${line}`);
  const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)];
  const value = Number(number.replace('Inf', 'Infinity'));
  return { name, labels: Object.fromEntries(pairs.map(([, key, text]) => [key, text])), value };
}

function isOf(sample: string, name: string, { type }: Family): boolean {
  if (type !== 'histogram' && type !== 'summary') return sample === name;
  return [name, `${name}_bucket`, `${name}_sum`, `${name}_count`].includes(sample);
}

/** The buckets of each series rise to the count. */
function checkHistogram(name: string, samples: Sample[]): void {
  const bySeries = Map.groupBy(samples, ({ labels: { le: _, ...rest } }) => JSON.stringify(rest));
  for (const [series, all] of bySeries) {
    const buckets = all.filter((one) => one.name === `${name}_bucket`).map(({ value }) => value);
    const count = all.find((one) => one.name === `${name}_count`)?.value;
    const isRising = buckets.every((value, index) => value >= (buckets[index - 1] ?? 0));
    const last = all.findLast((one) => one.name === `${name}_bucket`)?.labels.le;
    if (!isRising || buckets.at(-1) !== count || last !== '+Inf') {
      throw new Error(`${name} ${series} is no histogram`);
    }
  }
}

/** Asks a service for its metrics. @param internalUrl of its internal port */
export async function scrape(internalUrl: string): Promise<Scrape> {
  const response = await fetch(`${internalUrl}/metrics`);
  if (!response.ok) throw new Error(`/metrics answered ${response.status}`);
  return parseScrape(await response.text());
}

/** The sum of the samples that have these labels, among others. */
export function total(found: Scrape, name: string, labels: Record<string, string> = {}): number {
  const [family = name] = /^.*(?=_(?:bucket|sum|count)$)/.exec(name) ?? [];
  const samples = found.get(name)?.samples ?? found.get(family)?.samples ?? [];
  return samples
    .filter((one) => one.name === name)
    .filter((one) => Object.entries(labels).every(([key, value]) => one.labels[key] === value))
    .reduce((sum, { value }) => sum + value, 0);
}
