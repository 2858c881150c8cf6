import { describe, expect, it } from '@jest/globals';
import sarifSchema from '@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json' with {
  type: 'json',
};
import AjvDraft04 from 'ajv-draft-04';
import formats from 'ajv-formats';
import type { Log } from 'sarif';
import { inspectDefinition } from '../lint/inspect-definition.ts';
import { rules } from '../rules/rules.ts';
import { locator } from './locate.ts';
import { toSarif } from './to-sarif.ts';

/** The errors of a value by the schema of SARIF 2.1.0. */
function sarifErrors(value: unknown): unknown {
  // A pattern of the schema is not valid with the flag `u`.
  const ajv = new AjvDraft04.default({ allErrors: true, strict: false, unicodeRegExp: false });
  formats.default(ajv);
  const validate = ajv.compile(sarifSchema);
  return validate(value) ? [] : validate.errors;
}

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

function logOf(value: unknown, options?: Parameters<typeof toSarif>[1]): Log {
  return toSarif(inspectDefinition(value), options) as Log;
}

describe('toSarif', () => {
  it('follows the schema of SARIF 2.1.0', () => {
    const options = {
      uri: 'app.jsonc',
      baseUrl: 'https://registry.test',
      locate: locator(text),
    };
    expect(sarifErrors(logOf(definition, options))).toEqual([]);
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
    const [run] = logOf(definition, { baseUrl: 'https://registry.test' }).runs;
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
    const log = toSarif({ errors: [error], warnings: [], excused: [] }) as Log;
    expect(log.runs[0]?.results?.[0]?.locations).toEqual([
      { logicalLocations: [{ fullyQualifiedName: '/app', kind: 'property' }] },
    ]);
  });
});
