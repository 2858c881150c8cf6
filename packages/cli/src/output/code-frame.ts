import { codeFrameColumns } from '@babel/code-frame';

type Marked = { line?: number | undefined; column?: number | undefined };

/** The lines around a place of a text, with a mark below it; nothing without a place. */
export function codeFrame(text: string, { line, column }: Marked): string {
  if (line === undefined) return '';
  const start = column === undefined ? { line } : { line, column };
  return codeFrameColumns(text, { start }, { linesAbove: 1, linesBelow: 1 });
}
