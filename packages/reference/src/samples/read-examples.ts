import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordedExamples } from './recorded-example.ts';

/** Where examples are, from the folder of the documents. */
const FILE = 'api/examples.json';

/** @param documents the folder of the documents */
export function readExamples(documents: string): RecordedExamples {
  return JSON.parse(readFileSync(join(documents, FILE), 'utf8'));
}
