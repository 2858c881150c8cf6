import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type Figure, verdict } from './figures.ts';
import { change, readSavedRun, saveRun } from './saved-run.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'saved-run-'));
});

afterEach(() => rm(folder, { recursive: true }));

function figure(name: string, median: number): Figure {
  return {
    name,
    work: name,
    ratio: { median, lowest: median, highest: median },
    selfRatio: { median: 1, lowest: 0.8, highest: 1.1 },
    target: 0.6,
  };
}

test('before the first run nothing is saved', async () => {
  expect(await readSavedRun(join(folder, 'none'))).toEqual(new Map());
  expect(change(figure('read', 0.5), undefined)).toBe('new');
});

test('a run of some of the work leaves what was measured of the rest', async () => {
  await saveRun(folder, new Map(), [figure('read', 0.5), figure('write', 0.2)]);
  await saveRun(folder, await readSavedRun(folder), [figure('write', 0.3)]);
  const saved = await readSavedRun(folder);
  expect(saved.get('read')).toMatchObject(figure('read', 0.5));
  expect(saved.get('write')).toMatchObject(figure('write', 0.3));
});

test('a change smaller than what the baseline differs by from itself is called noise', () => {
  expect(change(figure('read', 0.6), figure('read', 0.5))).toBe('+20 %, noise');
  expect(change(figure('read', 0.42), figure('read', 0.5))).toBe('−16 %, noise');
  expect(change(figure('read', 0.7), figure('read', 0.5))).toBe('+40 %');
  expect(change(figure('read', 0.25), figure('read', 0.5))).toBe('−50 %');
});

test('a target is hit at the very figure', () => {
  expect(verdict(figure('read', 0.6))).toBe('0.60 hit');
  expect(verdict(figure('read', 0.59))).toBe('0.60 missed');
});
