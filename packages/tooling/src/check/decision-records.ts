import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { repositoryFolder, sourceFiles } from '../repository.ts';
import { type Outcome, outcome } from './tools.ts';

const FOLDER = 'docs/decisions/';
const INDEX = `${FOLDER}README.md`;
const MOST = 60;
const NAME = /^\d{4}-[a-z\d-]+\.md$/;
const LINE = /^- \[(\d{4})\]\((\1-[a-z\d-]+\.md)\) \S.*$/gm;
const STATUS = 'Status: accepted';
const PARTS = ['Context.', 'Decision.', 'Consequences.'];

/** Checks the number and the form of the decision records, and that the index has a line for each. */
export function decisionsAreListed(): Outcome {
  const names = sourceFiles().filter((path) => path.startsWith(FOLDER));
  const read = (name: string) => readFileSync(join(repositoryFolder, name), 'utf8');
  return outcome(faultsOfRecords(names, read));
}

/** @param names paths of the files in the folder, the index among them */
export function faultsOfRecords(
  names: readonly string[],
  read: (name: string) => string,
): string[] {
  const records = names.filter((name) => name !== INDEX);
  const listed = [...read(INDEX).matchAll(LINE)].map(([, , file]) => `${FOLDER}${file}`);
  const numbers = records.map((name) => posix.basename(name).slice(0, 4));
  return [
    ...records
      .filter((name) => !NAME.test(posix.basename(name)))
      .map((name) => `${name} is not named NNNN-title.md`),
    ...numbers
      .filter((number, index) => numbers.indexOf(number) < index)
      .map((number) => `${FOLDER} has two records ${number}`),
    ...records
      .filter((name) => listed.filter((file) => file === name).length !== 1)
      .map((name) => `${INDEX} needs one line "- [NNNN](${posix.basename(name)}) what it decides"`),
    ...records.flatMap((name) => faultsOfRecord(name, read(name))),
    ...(records.length > MOST
      ? [`${FOLDER} has ${records.length} records, at most are ${MOST}: merge those of one topic`]
      : []),
  ];
}

function faultsOfRecord(name: string, text: string): string[] {
  const missing = PARTS.filter((part) => !text.includes(`\n**${part}** `));
  return [
    ...(text.includes(`\n${STATUS}`)
      ? []
      : [`${name} has no line "${STATUS}": git keeps superseded records`]),
    ...missing.map((part) => `${name} has no part "**${part}**"`),
  ];
}
