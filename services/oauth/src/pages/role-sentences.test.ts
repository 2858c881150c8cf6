import { expect, it } from '@jest/globals';
import { roleSentence } from './role-sentences.ts';

it.each([
  ['offline_access', 'Stay connected while you are away'],
  ['org', 'Do everything that you can do'],
  ['org.permission', 'Read and change everything that you can'],
  ['org.permission.customer', 'Read and change your customers'],
  ['org.permission.customer.read', 'Read your customers'],
  ['org.permission.apps.read', 'Read your apps'],
  ['org.permission.work_item.delete', 'Delete your work item data'],
  ['org.permission.constructor', 'Read and change your constructor data'],
  ['constructor', 'Do everything that you can do'],
  ['org.admin', 'Administer everything that you administer'],
  ['org.admin.apps', 'Administer apps'],
  ['org.admin.users', 'Administer users'],
  ['org.admin.api_keys', 'Administer API keys'],
  ['org.admin.audit', 'Administer the audit log'],
])('%s is "%s"', (scope, sentence) => {
  expect(roleSentence(scope)).toBe(sentence);
});
