/**
 * The first line of a Markdown text that is no heading, or the heading, without its marks. For a card: the directory
 * does without the parser of Markdown, which comes with the page of an app, 52 kB compressed.
 */
export function firstLine(markdown: string): string {
  // Of a long text the beginning is enough.
  const lines = markdown.slice(0, 2_000).split('\n').map(withoutMarks).filter(Boolean);
  const isHeading = (line: string) => /^#{1,6}\s/.test(line);
  const line = lines.find((one) => !isHeading(one)) ?? lines[0] ?? '';
  return line.replace(/^#{1,6}\s+/, '');
}

function withoutMarks(line: string): string {
  return line
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/<\/?[a-z][^>]*>/gi, '')
    .replaceAll(/(?<!\w)[*_`~]+(?=\S)|(?<=\S)[*_`~]+(?!\w)/g, '')
    .replace(/^\s*(?:[-*+>]|\d+[.)])\s+/, '')
    .replace(/^[-=|:\s]+$/, '')
    .trim();
}
