import { expect, it } from '@jest/globals';
import { describeRole } from './role-words.ts';

it.each([
  ['org', 'Do everything'],
  ['org.admin', 'Administer everything'],
  ['org.admin.audit', 'Read the audit log'],
  ['org.permission', 'Read and change everything'],
  ['org.permission.customer', 'Read and change customers'],
  ['org.permission.work_item.delete', 'Delete work item data'],
  ['org.permission.constructor', 'Read and change constructor data'],
  ['org.admin.constructor', 'Administer constructor data'],
  ['org.permission.customer.constructor', 'Read and change customer constructor data'],
  ['org.permission.toString', 'Read and change toString data'],
  ['constructor', 'Do everything'],
  ['__proto__', 'Do everything'],
])('%s is "%s"', (role, words) => {
  expect(describeRole(role)).toBe(words);
});
