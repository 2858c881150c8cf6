import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { adviseCommands } from './advised-commands.ts';

describe('advice of the registry', () => {
  it.each([
    ['Install it: POST /v1/apps/installed {"app":"loyalty"}.', 'Install it: apps install loyalty.'],
    [
      'Name a version: POST /v1/apps/installed {"app":"loyalty-<version>"}.',
      'Name a version: apps install loyalty-<version>.',
    ],
    [
      'It is POST /v1/apps/installed {"app":"core-1.0.0","visibility":"public"}.',
      'It is apps install core-1.0.0 --visibility public.',
    ],
    ['Make a new plan: POST /v1/apps/plan.', 'Make a new plan: apps plan.'],
    [
      'Yank it instead: POST /v1/apps/available/core-1.0.0/yank.',
      'Yank it instead: apps yank core-1.0.0.',
    ],
    [
      'Generate one: POST /v1/apps/available/core/secret.',
      'Generate one: apps secret rotate core.',
    ],
    ['Send one: PUT /v1/apps/drafts/core.', 'Send one: apps dev.'],
    [
      'Generate a new one with POST /v1/apps/available/{app}/secret.',
      'Generate a new one with apps secret rotate <app>.',
    ],
    ['It is not installed. See GET /v1/apps/installed.', 'It is not installed. See apps list.'],
    [
      "There is no app 'x'. See GET /v1/apps/available?owner=own.",
      "There is no app 'x'. See apps list.",
    ],
    [
      'Install another version; see GET /v1/apps/available/core_1/versions.',
      'Install another version; see apps versions core_1.',
    ],
    [
      'An administrator allows it: POST /v1/apps/installed/core_1/roles.',
      'An administrator allows it: apps install core_1 --roles <every role that it is to have>.',
    ],
    [
      'Its record shows it: GET /v1/apps/available/{name}.',
      'Its record shows it, as the console shows it under My apps, or apps secret rotate <app>.',
    ],
    ['Or add "withDependencies": true. Then', 'Or add --with-dependencies. Then'],
  ])('%s is a command', (detail, advice) => {
    expect(adviseCommands(detail)).toBe(advice);
  });

  it('stays where there is no command for it', () => {
    const detail = 'No webhook has this id. See GET /v1/webhooks.';
    expect(adviseCommands(detail)).toBe(detail);
  });

  it('holds no call of the API in what the commands answer', async () => {
    const source = new URL('../../../services/registry/src/', import.meta.url);
    const calls: string[] = [];
    for (const file of await readdir(source, { recursive: true })) {
      if (
        !file.endsWith('.ts') ||
        /test\.ts$|webhooks|attributes|installations\/requests|routes/.test(file)
      ) {
        continue;
      }
      const code = await readFile(new URL(file, source), 'utf8');
      // Descriptions of schemas are for readers of the API documents.
      const details = code.match(
        /^(?!\s*description:).*\b(?:const detail = |\? "|: ")(?:.*)(?:GET|POST|PUT|PATCH|DELETE) \/v1.*$/gm,
      );
      for (const detail of details ?? []) {
        const shown = adviseCommands(
          detail.replaceAll(/\$\{body\}/g, '{"app":"x"}').replaceAll(/\$\{[^{}]*\}/g, 'x'),
        );
        calls.push(shown);
      }
    }
    expect(calls.length).toBeGreaterThan(8);
    expect(calls.filter((one) => /(?:GET|POST|PUT|PATCH|DELETE) \/v1/.test(one))).toEqual([]);
  });
});
