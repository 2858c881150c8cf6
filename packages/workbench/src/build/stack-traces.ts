/**
 * Goes into every production tree, and is loaded first: stack traces name the lines of our sources.
 * Node.js does so too where it is told to, yet reads every map at the start; here each is read at
 * the first error that passes through its file.
 */
import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

const maps = new Map<string, SourceMap | undefined>();

Error.prepareStackTrace = (error: Error, frames: NodeJS.CallSite[]): string =>
  [String(error), ...frames.map((frame) => `    at ${named(frame)}`)].join('\n');

function named(frame: NodeJS.CallSite): string {
  const text = String(frame);
  const [file, line, column] = [
    frame.getFileName(),
    frame.getLineNumber(),
    frame.getColumnNumber(),
  ];
  if (!file?.startsWith('file:') || !line || !column) return text;
  const entry = mapOf(file)?.findEntry(line - 1, column - 1);
  if (!entry || !('originalSource' in entry) || !entry.originalSource) return text;
  const { originalSource, originalLine, originalColumn } = entry;
  return text.replace(
    `${file}:${line}:${column}`,
    () => `${originalSource}:${originalLine + 1}:${originalColumn + 1}`,
  );
}

function mapOf(file: string): SourceMap | undefined {
  if (!maps.has(file)) {
    const path = `${fileURLToPath(file)}.map`;
    maps.set(
      file,
      existsSync(path) ? new SourceMap(JSON.parse(readFileSync(path, 'utf8'))) : undefined,
    );
  }
  return maps.get(file);
}
