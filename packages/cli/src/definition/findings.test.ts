import { inspectDefinition } from '@app-platform/app-definition';
import { locator } from '@app-platform/app-definition/locate';
import { PlatformError, type Problem } from '@app-platform/client/source';
import { expect, it } from '@jest/globals';
import { findingsText, locatedFinding, locatingProblems } from './findings.ts';

it('the lines of a finding show no secret', () => {
  const value = {
    app: 'parcels',
    version: '1.0.0',
    iconUrl: 'https://cdn.parcels.test/icon.png',
    auth: { password: 'swordfish4242' },
  };
  const text = JSON.stringify(value, null, 2);
  const file = { path: '/app.json', name: 'app.json', text, value, locate: locator(text) };
  const { errors, warnings } = inspectDefinition(value);
  const shown = findingsText(
    {
      errors: errors.map((one) => locatedFinding(one, file, 'https://registry.test')),
      warnings: warnings.map((one) => locatedFinding(one, file, 'https://registry.test')),
    },
    file,
  );
  expect(shown).toContain('app.json:6:5 error secret-in-definition');
  expect(shown).toContain('"password": "[redacted]"');
  expect(shown).not.toContain('swordfish');
});

it('what the registry refuses has the rule and the fix that validate prints', async () => {
  const text = '{ "app": "parcels",\n  "version": "v1.0.0", "title": "Parcels" }';
  const value = JSON.parse(text);
  const [found] = inspectDefinition(value).errors;
  const file = {
    path: '/app.json',
    name: 'app.json',
    text,
    json: text,
    value,
    locate: locator(text),
  };
  const about = 'https://registry.test/docs/errors#invalid_definition';
  const problem = {
    status: 400,
    code: 'invalid_definition',
    title: 'Invalid definition',
    detail: found?.detail,
    source: { pointer: '/version' },
    links: { about },
  } as Problem;
  const other = { ...problem, detail: 'Something that the linter does not find.' };
  const response = new Response(null, { status: 400 });
  const refusal = locatingProblems(file, () =>
    Promise.reject(new PlatformError(response, [problem, other])),
  );
  await expect(refusal).rejects.toMatchObject({
    errors: [
      {
        code: 'invalid_definition',
        line: 2,
        rule: 'version',
        fix: [{ op: 'replace', path: '/version', value: '1.0.0' }],
        links: { about: '/docs/lint/version' },
      },
      { rule: 'invalid-definition', detail: other.detail, line: 2, links: { about } },
    ],
  });
});
