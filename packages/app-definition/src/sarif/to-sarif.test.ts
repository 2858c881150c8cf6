import { describe, expect, it } from '@jest/globals';
import type { Log } from 'sarif';
import { sarifErrors } from '../../testing/sarif-errors.ts';
import { inspectDefinition } from '../lint/inspect-definition.ts';
import { rules } from '../rules/rules.ts';
import { locator } from './locate.ts';
import { toSarif } from './to-sarif.ts';

const text = `{
  // A definition with an error, a warning and an excused warning.
  "app": "order_tracker",
  "version": "v1.0.0",
  "settings": { "shop": { "region": { "type": "string" } } },
  "meta": { "lint": { "missing-icon": "The operator adds it." } }
}
`;
const definition = {
  app: 'order_tracker',
  version: 'v1.0.0',
  settings: { shop: { region: { type: 'string' } } },
  meta: { lint: { 'missing-icon': 'The operator adds it.' } },
};

type File = { uri: string; locate: ReturnType<typeof locator> };

function logOf(value: unknown, file?: File, baseUrl?: string): Log {
  const { errors, warnings, excused } = inspectDefinition(value);
  const findings = [...errors, ...warnings, ...excused].map((one) => ({
    ...one,
    uri: file?.uri,
    position: one.source && 'pointer' in one.source ? file?.locate(one.source.pointer) : undefined,
  }));
  return toSarif(findings, baseUrl) as Log;
}

describe('toSarif', () => {
  it('follows the schema of SARIF 2.1.0', () => {
    const file = { uri: 'app.jsonc', locate: locator(text) };
    expect(sarifErrors(logOf(definition, file, 'https://registry.test'))).toEqual([]);
    expect(sarifErrors(logOf(definition))).toEqual([]);
    expect(sarifErrors(logOf({ app: 'a', version: '1.0.0' }))).toEqual([]);
    expect(sarifErrors(logOf(null))).toEqual([]);
    expect(sarifErrors({ version: '2.1.0' })).not.toEqual([]);
  });

  it('reports errors and warnings with their place', () => {
    const [run] = logOf(definition, { uri: 'app.jsonc', locate: locator(text) }).runs;
    expect(run?.results).toMatchObject([
      {
        ruleId: 'version',
        ruleIndex: 0,
        level: 'error',
        message: { text: expect.stringContaining('semantic version') },
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: 'app.jsonc' },
              region: { startLine: 4, startColumn: 3 },
            },
            logicalLocations: [{ fullyQualifiedName: '/version' }],
          },
        ],
        properties: { fix: [{ op: 'replace', path: '/version', value: '1.0.0' }] },
      },
      { ruleId: 'unused-setting', level: 'warning' },
      {
        ruleId: 'missing-icon',
        suppressions: [{ kind: 'inSource', justification: 'The operator adds it.' }],
      },
    ]);
  });

  it('describes each rule that it reports', () => {
    const [run] = logOf(definition, undefined, 'https://registry.test').runs;
    expect(run?.tool.driver.rules?.map(({ id }) => id)).toEqual([
      'version',
      'unused-setting',
      'missing-icon',
    ]);
    expect(run?.tool.driver.rules?.[0]).toMatchObject({
      helpUri: 'https://registry.test/docs/lint/version',
      shortDescription: { text: rules.get('version')?.title },
      defaultConfiguration: { level: 'error' },
    });
  });

  it('names a taken app by its property', () => {
    const error = {
      rule: 'duplicate',
      severity: 'error' as const,
      code: 'duplicate',
      title: 'Already registered',
      detail: 'It is taken.',
      source: { parameter: 'app' },
      expected: 'another name',
    };
    const log = toSarif([error]) as Log;
    expect(log.runs[0]?.results?.[0]?.locations).toEqual([
      { logicalLocations: [{ fullyQualifiedName: '/app', kind: 'property' }] },
    ]);
  });
});
