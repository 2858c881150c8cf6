import { type Figure, median, processKinds, type RequestCost } from './measure.ts';

const KIND_NAMES = { node: 'Node.js', postgresql: 'PostgreSQL', redis: 'Redis' };

const ratioOf = ({ ratios }: Figure) => median(ratios);

function verdict(figure: Figure): string {
  if (figure.target === null) return '';
  return `${figure.target} ${ratioOf(figure) >= figure.target ? 'met' : 'missed'}`;
}

/** Such as "316 + 70 µs" for Node.js and PostgreSQL; a kind without processes is left out. */
function costText(cost: RequestCost): string {
  const parts = processKinds
    .filter((kind) => kind === 'node' || cost[kind] >= 1)
    .map((kind) => `${cost[kind].toFixed(0)} ${KIND_NAMES[kind]}`);
  return `${parts.join(' + ')} µs`;
}

function spread({ ratios }: Figure): string {
  return `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`;
}

/** One figure, while the run goes on. */
export function figureLine(figure: Figure): string {
  const { name, ours, baseline } = figure;
  const [, against = name] = name.split(/, (?=against )/);
  return `${ratioOf(figure).toFixed(2)} (${spread(figure)}) ${against} ${verdict(figure)}: ours ${costText(ours)}, baseline ${costText(baseline)}`;
}

/** All figures, as a Markdown table. CPU time is that of one request. */
export function table(figures: Figure[]): string {
  const rows = figures.map((figure) => [
    figure.name,
    `${ratioOf(figure).toFixed(2)} (${spread(figure)})`,
    verdict(figure),
    costText(figure.ours),
    costText(figure.baseline),
  ]);
  const met = figures.filter((figure) => verdict(figure).endsWith('met')).length;
  const targets = figures.filter(({ target }) => target !== null).length;
  return [
    '| work | ratio | target | ours | baseline |',
    '|---|---|---|---|---|',
    ...rows.map((cells) => `| ${cells.join(' | ')} |`),
    '',
    `${met} of ${targets} targets met.`,
  ].join('\n');
}

export function jsonOf(figures: Figure[]): string {
  const ratios = figures.map((figure) => ({
    name: figure.name,
    ratio: Math.round(ratioOf(figure) * 1000) / 1000,
    target: figure.target,
  }));
  return JSON.stringify(ratios);
}
