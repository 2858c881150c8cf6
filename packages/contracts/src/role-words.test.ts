import { expect, it } from '@jest/globals';
import { describeRole } from './role-words.ts';

it.each([
  ['org', 'Do everything'],
  ['org.admin', 'Administer everything'],
  ['org.admin.audit', 'Read the audit log'],
  ['org.permission', 'Read and change everything'],
  ['org.permission.customer', 'Read and change customers'],
  ['org.permission.work_item.delete', 'Delete work item data'],
])('%s is "%s"', (role, words) => {
  expect(describeRole(role)).toBe(words);
});
