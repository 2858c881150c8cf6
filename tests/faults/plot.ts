import type { Sample } from './soak-growth.ts';

const WIDTH = 880;
const PANEL_HEIGHT = 200;
const LEFT = 60;
const RIGHT = 150;
const TOP = 36;
const BOTTOM = 28;
const COLORS = ['#1f6feb', '#d1701f', '#2da44e', '#a371f7'];

type Panel = { title: string; lines: Record<string, number[]> };

/** Memory, handles and latency over time, as an SVG. */
export function plot(samples: Sample[]): string {
  const seconds = samples.map((sample) => sample.seconds);
  const panels = [
    { title: 'Resident memory, MiB', lines: linesOf(samples, ({ memory }) => memory) },
    { title: 'Open handles', lines: linesOf(samples, ({ handles }) => handles) },
    { title: 'Latency, ms', lines: linesOf(samples, ({ latency }) => latency) },
  ];
  const height = panels.length * (PANEL_HEIGHT + TOP + BOTTOM);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="12">
<title>Memory, handles and latency under mixed load</title>
<rect width="${WIDTH}" height="${height}" fill="#fff"/>
${panels.map((panel, index) => drawPanel(panel, seconds, index)).join('\n')}
</svg>
`;
}

function linesOf(samples: Sample[], pick: (sample: Sample) => Record<string, number>) {
  const names = Object.keys(samples[0] ? pick(samples[0]) : {});
  return Object.fromEntries(
    names.map((name) => [name, samples.map((sample) => pick(sample)[name] ?? 0)]),
  );
}

function drawPanel({ title, lines }: Panel, seconds: number[], index: number): string {
  const top = index * (PANEL_HEIGHT + TOP + BOTTOM) + TOP;
  const most = Math.max(1, ...Object.values(lines).flat()) * 1.1;
  const last = Math.max(1, seconds.at(-1) ?? 1);
  const x = (second: number) => LEFT + (second / last) * (WIDTH - LEFT - RIGHT);
  const y = (value: number) => top + PANEL_HEIGHT * (1 - value / most);
  const drawn = Object.entries(lines).map(([name, values], line) => {
    const color = COLORS[line % COLORS.length];
    const points = values.map(
      (value, at) => `${x(seconds[at] ?? 0).toFixed(1)},${y(value).toFixed(1)}`,
    );
    return `<polyline fill="none" stroke="${color}" stroke-width="1.5" points="${points.join(' ')}"/>
<text x="${WIDTH - RIGHT + 12}" y="${top + 12 + line * 18}" fill="${color}">${name}</text>`;
  });
  return [
    `<text x="${LEFT}" y="${top - 12}" font-size="14" font-weight="bold">${title}</text>`,
    ...[0, 0.5, 1].map((share) => gridLine(y((most / 1.1) * share), (most / 1.1) * share)),
    `<text x="${WIDTH - RIGHT}" y="${top + PANEL_HEIGHT + 18}" text-anchor="end">${(last / 60).toFixed(1)} minutes</text>`,
    ...drawn,
  ].join('\n');
}

function gridLine(y: number, value: number): string {
  return `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y}" y2="${y}" stroke="#ddd"/>
<text x="${LEFT - 8}" y="${y + 4}" text-anchor="end">${Math.round(value)}</text>`;
}
