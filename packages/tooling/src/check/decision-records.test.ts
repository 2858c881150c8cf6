import { describe, expect, it } from '@jest/globals';
import { faultsOfRecords } from './decision-records.ts';

const record =
  '# A\n\nStatus: accepted\n\n**Context.** A\n\n**Decision.** B\n\n**Consequences.** C\n';
const index = 'docs/decisions/README.md';

function faultsWith(changed: Record<string, string>): string[] {
  const files: Record<string, string> = {
    [index]: '# Decisions\n\n- [0007](0007-a.md) A\n- [0008](0008-b.md) B\n',
    'docs/decisions/0007-a.md': record,
    'docs/decisions/0008-b.md': record,
    ...changed,
  };
  return faultsOfRecords(Object.keys(files), (name) => files[name] ?? '');
}

describe('decision records', () => {
  it('have a line each in the index', () => {
    expect(faultsWith({})).toEqual([]);
  });

  const line = 'docs/decisions/README.md needs one line "- [NNNN](0008-b.md) what it decides"';
  it.each<[string, Record<string, string>, string]>([
    ['one is not listed', { [index]: '- [0007](0007-a.md) A' }, line],
    ['a line says nothing', { [index]: '- [0007](0007-a.md) A\n- [0008](0008-b.md)' }, line],
    [
      'the number of a line is wrong',
      { [index]: '- [0007](0007-a.md) A\n- [0009](0008-b.md) B' },
      line,
    ],
    [
      'two lines are of one',
      { [index]: '- [0007](0007-a.md) A\n- [0008](0008-b.md) B\n- [0008](0008-b.md) B' },
      line,
    ],
    [
      'two have one number',
      { 'docs/decisions/0007-c.md': record },
      'docs/decisions/ has two records 0007',
    ],
    [
      'a name has no number',
      { 'docs/decisions/c.md': record },
      'docs/decisions/c.md is not named NNNN-title.md',
    ],
    [
      'one is superseded',
      { 'docs/decisions/0007-a.md': record.replace('accepted', 'superseded by 0008') },
      'docs/decisions/0007-a.md has no line "Status: accepted": git keeps superseded records',
    ],
    [
      'a part is missing',
      { 'docs/decisions/0007-a.md': record.replace('**Consequences.**', '') },
      'docs/decisions/0007-a.md has no part "**Consequences.**"',
    ],
  ])('are refused where %s', (_fault, changed, finding) => {
    expect(faultsWith(changed)).toContain(finding);
  });

  it('are 60 at most', () => {
    const names = Array.from({ length: 61 }, (_, n) => `docs/decisions/${String(n + 1000)}-a.md`);
    const finding = 'docs/decisions/ has 61 records, at most are 60: merge those of one topic';
    expect(faultsOfRecords([index, ...names], () => record)).toContain(finding);
    expect(faultsOfRecords([index, ...names.slice(1)], () => record)).not.toContain(finding);
  });
});
