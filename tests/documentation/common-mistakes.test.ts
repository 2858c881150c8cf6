import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { commonMistakes, mistakesPage } from './common-mistakes.ts';

const PAGE = join(import.meta.dirname, '../../docs/common-mistakes.md');
let platform: Platform;

beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.close());

it('each of the common mistakes gets the message that the page shows', async () => {
  const mistakes = await commonMistakes(platform);
  expect(mistakes.length).toBeGreaterThanOrEqual(20);
  for (const { title, message } of mistakes) {
    // Where or what, and how to mend it: two sentences at least.
    expect(`${title}: ${message}`).toMatch(/\. [A-Z`].*\.$/s);
  }
  expect(mistakesPage(mistakes)).toBe(await readFile(PAGE, 'utf8'));
});
