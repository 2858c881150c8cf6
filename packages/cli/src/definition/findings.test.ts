import { inspectDefinition } from '@app-platform/app-definition';
import { locator } from '@app-platform/app-definition/locate';
import { expect, it } from '@jest/globals';
import { findingsText, locatedFinding } from './findings.ts';

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
