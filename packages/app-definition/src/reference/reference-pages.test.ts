import { oauthErrors, problemKinds } from '@app-platform/contracts';
import { expect, it } from '@jest/globals';
import { codeOf } from '../rules/rule.ts';
import { registrationWarnings } from '../rules/rules.ts';
import { componentGuides } from './component-guides.ts';
import { componentPageFiles } from './component-page.ts';
import { errorPage } from './reference-pages.ts';

it('the page of errors has each code once', () => {
  const anchors = [...errorPage().matchAll(/^### `(\w+)`$/gm)].map(([, code]) => code);
  const warnings = [...registrationWarnings.map(codeOf), 'more_warnings'];
  const codes = [...Object.keys(problemKinds), ...warnings, ...Object.keys(oauthErrors)];
  expect(anchors).toEqual([...new Set<string>(codes)]);
});

it('each component has a page with its fields and existing rules', () => {
  const files = new Map(componentPageFiles().map(({ name, content }) => [name, content]));
  for (const { name } of componentGuides) {
    const fields = [...(files.get(`${name}.md`) ?? '').matchAll(/^\| `([^`]+)` \|/gm)];
    const paths = fields.map(([, path]) => path);
    expect(paths).toContain(name);
    expect(new Set(paths).size).toBe(paths.length);
  }
});
