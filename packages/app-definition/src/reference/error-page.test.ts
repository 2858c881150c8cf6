import { oauthErrors, problemCodes } from '@app-platform/contracts/error-texts';
import { expect, it } from '@jest/globals';
import { warningCodes } from '../warning-kinds.ts';
import { componentGuides } from './component-guides.ts';
import { componentPageFiles } from './component-page.ts';
import { errorPage } from './error-page.ts';

it('the page of errors has each code once', () => {
  const anchors = [...errorPage().matchAll(/^### `(\w+)`$/gm)].map(([, code]) => code);
  const codes = [...problemCodes, ...warningCodes, ...oauthErrors.map(({ code }) => code)];
  expect(anchors).toEqual(codes);
  expect(new Set(anchors).size).toBe(anchors.length);
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
