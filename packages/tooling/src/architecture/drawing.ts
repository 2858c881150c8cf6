import { readStacks, type Stack } from './read-stacks.ts';

const STACK_WIDTH = 420;
const BOX_LEFT = 16;
const BOX_WIDTH = 290;
const LINE_HEIGHT = 17;
const CHARACTERS_PER_LINE = 38;
const GAP = 28;
const FIRST_TOP = 66;
const LANE_WIDTH = 15;

/** Draws the layers of the services, and the packages, as an SVG picture. */
export async function drawArchitecture(): Promise<string> {
  const drawn = (await readStacks()).map(drawStack);
  const height = Math.max(...drawn.map((stack) => stack.height));
  const groups = drawn.map(
    ({ svg }, index) => `<g transform="translate(${index * STACK_WIDTH} 0)">\n${svg}\n</g>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${STACK_WIDTH * drawn.length} ${height}" font-family="sans-serif" font-size="13">
<title>The layers of each service and the packages. An arrow is an import.</title>
<defs><marker id="head" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0L8 4L0 8z" fill="#475569"/></marker></defs>
<rect width="100%" height="100%" fill="#ffffff"/>
${groups.join('\n')}
</svg>
`;
}

type Box = { name: string; lines: string[]; top: number; bottom: number };

function drawStack({ title, note, boxes, imports }: Stack): { svg: string; height: number } {
  const placed: Box[] = [];
  for (const { name, text } of boxes) {
    const lines = wrap(text);
    const top = (placed.at(-1)?.bottom ?? FIRST_TOP - GAP) + GAP;
    placed.push({ name, lines, top, bottom: top + 34 + lines.length * LINE_HEIGHT });
  }
  const svg = [
    `<text x="${BOX_LEFT}" y="30" font-size="17" font-weight="bold">${escapeText(title)}</text>`,
    `<text x="${BOX_LEFT}" y="50" font-size="12" fill="#475569">${escapeText(note)}</text>`,
    ...placed.map(drawBox),
    ...drawArrows(placed, imports),
  ];
  return { svg: svg.join('\n'), height: (placed.at(-1)?.bottom ?? FIRST_TOP) + GAP };
}

function drawBox({ name, lines, top, bottom }: Box): string {
  const left = BOX_LEFT + 12;
  return [
    `<rect x="${BOX_LEFT}" y="${top}" width="${BOX_WIDTH}" height="${bottom - top}" rx="6" fill="#f1f5f9" stroke="#94a3b8"/>`,
    `<text x="${left}" y="${top + 22}" font-weight="bold">${escapeText(name)}</text>`,
    ...lines.map(
      (line, index) =>
        `<text x="${left}" y="${top + 42 + index * LINE_HEIGHT}" fill="#334155">${escapeText(line)}</text>`,
    ),
  ].join('\n');
}

/** An arrow to the next box is straight; the others run beside the boxes, each in its own lane. */
function drawArrows(boxes: Box[], imports: Stack['imports']): string[] {
  let lane = 0;
  return imports.map(([fromName, toName]) => {
    const from = boxes.findIndex(({ name }) => name === fromName);
    const to = boxes.findIndex(({ name }) => name === toName);
    const [start, end] = [boxes[from], boxes[to]];
    if (!start || !end) throw new RangeError(`no box is named ${fromName} or ${toName}`);
    if (to === from + 1) return arrow(`M${BOX_LEFT + BOX_WIDTH / 2} ${start.bottom}V${end.top}`);
    lane += 1;
    const right = BOX_LEFT + BOX_WIDTH;
    const offset = 6 + lane * 6;
    return arrow(
      `M${right} ${start.bottom - offset}H${right + lane * LANE_WIDTH}V${end.top + offset}H${right}`,
    );
  });
}

function arrow(path: string): string {
  return `<path d="${path}" fill="none" stroke="#475569" stroke-width="1.3" marker-end="url(#head)"/>`;
}

function wrap(text: string): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line && line.length + 1 + word.length > CHARACTERS_PER_LINE) lines.push(word);
    else lines[lines.length - 1] = line ? `${line} ${word}` : word;
  }
  return lines;
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
