import { describe, expect, it } from '@jest/globals';
import { warningsOf } from '../../testing/test-definitions.ts';

const details = (appDeveloper: object) => ({ appDetails: { appDeveloper } });

describe('a support address', () => {
  it.each(['support', 'a@b', 'a b@c.de', '@c.de', 'mailto:', 'a@b..de', 'a@b.de, c@d.de'])(
    '%j is no e-mail address',
    (supportEmail) => {
      const pointer = '/appDetails/appDeveloper/supportEmail';
      expect(warningsOf(details({ supportEmail }))).toEqual([
        expect.objectContaining({ pointer, code: 'invalid_email', blocks: false }),
      ]);
    },
  );

  it.each(['a@b.de', 'first.last+tag@sub.example.co', 'é@ü.de'])('%j is one', (supportEmail) => {
    expect(warningsOf(details({ supportEmail }))).toEqual([]);
  });
});
