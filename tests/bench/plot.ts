import { type Figure, verdict } from './figures.ts';
import type { Spread } from './rounds.ts';

const WIDTH = 900;
const LEFT = 24;
const RIGHT = 24;
const TOP = 132;
const BOTTOM = 40;
const ROW = 40;
/** Where in its row a piece of work has its marks, below its name. */
const MARKS = 26;
const TICKS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50];

/** Both themes; each class stands alone, since not every viewer knows variables. */
const STYLE = `
.paper { fill: #ffffff }
.ink { fill: #1f2328 }
.faint { fill: #59636e }
.grid { stroke: #d1d9e0 }
.one { stroke: #59636e }
.noise { fill: #818b98; fill-opacity: 0.28 }
.target { stroke: #1f2328; stroke-width: 2.5 }
.hit { fill: #1a7f37; stroke: #1a7f37 }
.missed { fill: #cf222e; stroke: #cf222e }
.free { fill: #0969da; stroke: #0969da }
.hollow { fill: none }
.words { stroke: none }
@media (prefers-color-scheme: dark) {
  .paper { fill: #0d1117 }
  .ink { fill: #f0f6fc }
  .faint { fill: #9198a1 }
  .grid { stroke: #3d444d }
  .one { stroke: #9198a1 }
  .target { stroke: #f0f6fc }
  .hit { fill: #3fb950; stroke: #3fb950 }
  .missed { fill: #f85149; stroke: #f85149 }
  .free { fill: #4493f8; stroke: #4493f8 }
  .hollow { fill: none }
  .words { stroke: none }
}
`;

type Axis = { ticks: number[]; x: (ratio: number) => number };

/** What is measured on the processors' time stands in front, what is measured on the clock behind. */
type Row = { name: string; front: Figure; behind: Figure | undefined };

/** Every ratio on an axis where twice as fast is as far from 1 as half as fast, as an SVG. */
export function plot(figures: Figure[], machine: string[]): string {
  const rows = rowsOf(figures);
  const height = TOP + rows.length * ROW + BOTTOM;
  const axis = axisOf(figures);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="13" role="img">
<title>Each service against its baseline: ratios, their targets, and noise</title>
<style>${STYLE}</style>
<rect class="paper" width="${WIDTH}" height="${height}"/>
${head(machine)}
${axis.ticks.map((tick) => gridLine(tick, axis, height)).join('\n')}
${rows.map((row, index) => drawRow(row, axis, TOP + index * ROW)).join('\n')}
</svg>
`;
}

function rowsOf(figures: Figure[]): Row[] {
  const byWork = Map.groupBy(figures, ({ work }) => work);
  return [...byWork].flatMap(([name, each]) => {
    const front = each.at(-1);
    return front ? [{ name, front, behind: each.length > 1 ? each[0] : undefined }] : [];
  });
}

/** From the highest tick below everything to the lowest above. */
function axisOf(figures: Figure[]): Axis {
  const shown = figures.flatMap(({ ratio, selfRatio, target }) => [
    ...[ratio, selfRatio].flatMap((one) => (one ? [one.lowest, one.highest] : [])),
    target ?? 1,
  ]);
  const [least, most] = [Math.min(1, ...shown), Math.max(1, ...shown)];
  const first = TICKS.findLast((tick) => tick <= least) ?? least;
  const last = TICKS.find((tick) => tick >= most) ?? most;
  const span = Math.log(last / first) || 1;
  return {
    ticks: TICKS.filter((tick) => tick >= first && tick <= last),
    x: (ratio) => LEFT + (Math.log(ratio / first) / span) * (WIDTH - LEFT - RIGHT),
  };
}

function head(machine: string[]): string {
  const y = 112;
  return [
    `<text class="ink" x="${LEFT}" y="30" font-size="18" font-weight="600">Ours against the baseline in the same run: 1 is as fast, further right is better</text>`,
    ...machine.map(
      (line, index) =>
        `<text class="faint" x="${LEFT}" y="${50 + index * 17}" font-size="12">${escaped(line)}</text>`,
    ),
    `<circle class="free" cx="${LEFT + 6}" cy="${y - 4}" r="5"/>${legend(18, y, 'per CPU-second, or the only figure')}`,
    `<circle class="free hollow" cx="${LEFT + 266}" cy="${y - 4}" r="4" stroke-width="1.5"/>${legend(278, y, 'per second')}`,
    `<line class="target" x1="${LEFT + 376}" x2="${LEFT + 376}" y1="${y - 12}" y2="${y + 3}"/>${legend(386, y, 'target')}`,
    `<rect class="noise" x="${LEFT + 452}" y="${y - 10}" width="30" height="12"/>${legend(490, y, 'the baseline against itself')}`,
    `<line class="free" x1="${LEFT + 680}" x2="${LEFT + 710}" y1="${y - 4}" y2="${y - 4}"/>${legend(718, y, 'lowest to highest')}`,
  ].join('\n');
}

function legend(x: number, y: number, words: string): string {
  return `<text class="faint" x="${LEFT + x}" y="${y}" font-size="12">${words}</text>`;
}

function gridLine(tick: number, { x }: Axis, height: number): string {
  const at = x(tick).toFixed(1);
  const bottom = height - BOTTOM + 4;
  return `<line class="${tick === 1 ? 'one' : 'grid'}" x1="${at}" x2="${at}" y1="${TOP}" y2="${bottom}"/>
<text class="faint" x="${at}" y="${bottom + 18}" text-anchor="middle">${tick}</text>`;
}

function drawRow({ name, front, behind }: Row, axis: Axis, top: number): string {
  const { x } = axis;
  const y = top + MARKS;
  const { ratio, selfRatio, target } = front;
  const color = target === undefined ? 'free' : ratio.median >= target ? 'hit' : 'missed';
  const between = ({ lowest, highest }: Spread) =>
    `x="${x(lowest).toFixed(1)}" width="${Math.max(1, x(highest) - x(lowest)).toFixed(1)}"`;
  const words = [ratio.median.toFixed(2), target !== undefined && `target ${verdict(front)}`];
  return [
    // Behind the words: a grid line through a letter makes it another.
    `<rect class="paper" x="${LEFT - 8}" y="${top}" width="${WIDTH - LEFT - RIGHT + 16}" height="18"/>`,
    `<text class="ink" x="${LEFT}" y="${top + 14}">${escaped(name)}</text>`,
    `<text class="${color} words" x="${WIDTH - RIGHT}" y="${top + 14}" text-anchor="end" font-weight="600">${words.filter((one) => one).join(' · ')}</text>`,
    selfRatio && `<rect class="noise" ${between(selfRatio)} y="${y - 6}" height="12"/>`,
    `<line class="${color}" x1="${x(ratio.lowest).toFixed(1)}" x2="${x(ratio.highest).toFixed(1)}" y1="${y}" y2="${y}" stroke-width="1.5"/>`,
    behind && circle(behind.ratio, axis, y, `${color} hollow`, 4),
    circle(ratio, axis, y, color, 5),
    target !== undefined &&
      `<line class="target" x1="${x(target).toFixed(1)}" x2="${x(target).toFixed(1)}" y1="${y - 8}" y2="${y + 8}"/>`,
  ]
    .filter((one) => one)
    .join('\n');
}

function circle({ median }: Spread, { x }: Axis, y: number, color: string, radius: number) {
  return `<circle class="${color}" cx="${x(median).toFixed(1)}" cy="${y}" r="${radius}" stroke-width="1.5"/>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
