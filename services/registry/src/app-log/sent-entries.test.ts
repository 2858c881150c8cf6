import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { LogEntry } from './log-entry.ts';
import { positionPattern, SentEntries } from './sent-entries.ts';

const START = Date.UTC(2026, 0, 1);

const entryAt = (milliseconds: number, key: string): LogEntry => ({
  at: new Date(START + milliseconds),
  key,
  record: { type: 'audit_event', id: key, attributes: { at: '', action: '', subject: '' } },
});

describe('what a stream has sent', () => {
  it('property: a stream that is cut off anywhere resumes with each entry that it has not sent, once', () => {
    const happening = fc.record({ afterSeconds: fc.nat(90), lateSeconds: fc.nat(55) });
    fc.assert(
      fc.property(
        fc.array(happening, { minLength: 1, maxLength: 60 }),
        fc.nat(60),
        (happenings, cutAt) => {
          let at = 0;
          const entries = happenings
            .map(({ afterSeconds, lateSeconds }, index) => {
              at += afterSeconds * 1_000;
              return { entry: entryAt(at, `entry ${index}`), seenAt: at + lateSeconds * 1_000 };
            })
            // As they become visible.
            .sort((one, other) => one.seenAt - other.seenAt)
            .map(({ entry }) => entry);
          const first = new SentEntries();
          const sent = entries.slice(0, cutAt).filter((one) => first.add(one));
          const resumed = new SentEntries(sent.length > 0 ? first.position : undefined);
          // All that is kept is read again.
          const rest = [...entries, ...entries].filter((one) => resumed.add(one));
          expect([...sent, ...rest].map(({ key }) => key).sort()).toEqual(
            entries.map(({ key }) => key).sort(),
          );
        },
      ),
    );
  });

  it('is bounded, and so is a position: a flood is sent at least once', () => {
    const sent = new SentEntries();
    for (let count = 0; count < 5_000; count += 1) {
      expect(sent.add(entryAt(count, `flood ${count}`))).toBe(true);
    }
    expect(sent.position).toMatch(new RegExp(positionPattern));
    expect(sent.position.length).toBeLessThan(400);
    const resumed = new SentEntries(sent.position);
    expect(resumed.add(entryAt(4_999, 'flood 4999'))).toBe(false);
    expect(resumed.add(entryAt(5_000, 'next'))).toBe(true);
    for (let count = 0; count < 4_900; count += 1) {
      expect(resumed.add(entryAt(count, `flood ${count}`))).toBe(false);
    }
  });
});
