/** Upper bounds, in seconds. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

export type DurationsOptions = { name: string; help: string; labelNames: readonly string[] };

/** How long something of one kind took, each time. */
export class DurationSeries {
  readonly #counts = new Float64Array(BOUNDS.length + 1);
  #sumSeconds = 0;

  observe(seconds: number): void {
    let bound = 0;
    while (bound < BOUNDS.length && seconds > (BOUNDS[bound] ?? 0)) bound += 1;
    this.#counts[bound] = (this.#counts[bound] ?? 0) + 1;
    this.#sumSeconds += seconds;
  }

  /** @param labels as they stand between the braces */
  lines(name: string, labels: string): string[] {
    let total = 0;
    const buckets = [...this.#counts].map((count, index) => {
      total += count;
      return `${name}_bucket{${labels},le="${BOUNDS[index] ?? '+Inf'}"} ${total}`;
    });
    return [
      ...buckets,
      `${name}_sum{${labels}} ${this.#sumSeconds}`,
      `${name}_count{${labels}} ${total}`,
    ];
  }
}

/**
 * A Prometheus histogram. prom-client's own makes a text of all labels for every observation, which
 * costs twenty times what counting does; here whoever observes keeps the series.
 */
export class Durations {
  readonly #options: DurationsOptions;
  readonly #series = new Map<string, DurationSeries>();

  constructor(options: DurationsOptions) {
    this.#options = options;
  }

  /** @param values of the labels, in the order of their names; few, and never what a caller sent */
  series(...values: readonly string[]): DurationSeries {
    const labels = this.#options.labelNames
      .map((name, index) => `${name}="${escaped(values[index] ?? '')}"`)
      .join();
    const series = this.#series.get(labels) ?? new DurationSeries();
    this.#series.set(labels, series);
    return series;
  }

  /** In Prometheus' text format. */
  text(): string {
    const { name, help } = this.#options;
    const lines = [...this.#series].flatMap(([labels, series]) => series.lines(name, labels));
    return [`# HELP ${name} ${help}`, `# TYPE ${name} histogram`, ...lines, ''].join('\n');
  }
}

function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
