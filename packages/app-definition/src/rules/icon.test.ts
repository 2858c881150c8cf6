import { describe, expect, it } from '@jest/globals';
import { lintOf, pointersOf, refusalsOf, warningsOf } from '../../testing/test-definitions.ts';

const png = (length: number) => 'data:image/png;base64,'.padEnd(length, 'A');
const url = (length: number) => 'https://cdn.example.net/'.padEnd(length, 'a');

describe('an icon', () => {
  it.each([
    png(5_000),
    png(65_536),
    url(8_192),
    'data:image/svg+xml;base64,PHN2Zy8+',
    'data:image/jpeg;base64,AA==',
  ])('%.30s… is accepted without a warning', (iconUrl) => {
    expect(warningsOf({ iconUrl })).toEqual([]);
  });

  it.each([
    png(65_537),
    url(8_193),
    'data:text/html;base64,PHNjcmlwdD4=',
    'data:image/png,raw',
    'data:image/png;base64,*',
    ' data:image/png;base64,AAAA',
  ])('%.30s… is refused', (iconUrl) => {
    expect(pointersOf(refusalsOf({ iconUrl }))).toEqual(['/iconUrl']);
  });
});

describe('missing-icon', () => {
  it('reports an app without an icon', () => {
    expect(lintOf('missing-icon', {})).toEqual(['/iconUrl']);
    expect(lintOf('missing-icon', { iconUrl: 'https://a.test/i.png' })).toEqual([]);
  });
});
