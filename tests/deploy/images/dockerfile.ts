import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

export const deployFolder = resolve(import.meta.dirname, '../../../deploy');

type Instruction = { name: string; value: string };
type Stage = { name: string; base: string; instructions: Instruction[] };

/** The stages of the Dockerfile, and its arguments before them. */
export function readDockerfile(): { arguments: Map<string, string>; stages: Stage[] } {
  const text = readFileSync(resolve(deployFolder, 'Dockerfile'), 'utf8');
  const before = new Map<string, string>();
  const stages: Stage[] = [];
  for (const instruction of instructionsOf(text)) {
    const stage = /^(\S+) AS (\S+)$/.exec(instruction.value);
    if (instruction.name === 'FROM') {
      const [, base = '', name = ''] = stage ?? [];
      stages.push({ name, base: expand(base, before), instructions: [] });
    } else if (stages.length === 0) {
      const [name = '', value = ''] = instruction.value.split(/=(.*)/s);
      before.set(name, expand(value, before));
    } else {
      stages.at(-1)?.instructions.push(instruction);
    }
  }
  return { arguments: before, stages };
}

/** All that holds in a stage, with what its bases in the same file say, the last word last. */
export function inherited(stages: Stage[], name: string): Instruction[] {
  const stage = stages.find((each) => each.name === name);
  return stage ? [...inherited(stages, stage.base), ...stage.instructions] : [];
}

/** What Node.js is given before the program of a service. */
export function nodeFlags(service: string): string[] {
  const command = inherited(readDockerfile().stages, service).findLast(
    ({ name }) => name === 'CMD',
  );
  const parts: string[] = JSON.parse(command?.value ?? '[]');
  return parts.filter((part) => part.startsWith('--'));
}

function instructionsOf(text: string): Instruction[] {
  const joined = text.replaceAll(/^#.*\n/gm, '').replaceAll(/\\\n\s*/g, '');
  return joined
    .split('\n')
    .filter((line) => line.trim())
    .map((line) => {
      const [name = '', value = ''] = line.split(/ (.*)/s);
      return { name, value };
    });
}

function expand(text: string, values: Map<string, string>): string {
  return text.replaceAll(/\$\{(\w+)\}/g, (_, name) => values.get(name) ?? '');
}
