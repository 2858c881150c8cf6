import { describe, expect, it } from '@jest/globals';
import { emailAddressPart, emailAddressToFind, normalizeEmailAddress } from './email-address.ts';

const of = (text: string) => normalizeEmailAddress(text);

describe('an email address', () => {
  it.each([
    ['lower case', 'Ada@Example.COM', 'ada@example.com'],
    ['an international domain', 'x@bücher.example', 'x@xn--bcher-kva.example'],
    ['what a browser makes of it', 'x@xn--bcher-kva.example', 'x@xn--bcher-kva.example'],
    ['upper case in an international domain', 'x@BÜCHER.example', 'x@xn--bcher-kva.example'],
    ['a domain that is decomposed', 'x@bu\u0308cher.example', 'x@xn--bcher-kva.example'],
    ['a local part that is composed', 'zo\u00eb@acme.example', 'zo\u00eb@acme.example'],
    ['a local part that is decomposed', 'zoe\u0308@acme.example', 'zo\u00eb@acme.example'],
    ['an ideographic full stop', 'x@例え。テスト', 'x@xn--r8jz45g.xn--zckzah'],
    ['spaces around it', '  ada@example.com ', 'ada@example.com'],
    ['one label', 'ada@localhost', 'ada@localhost'],
    ['a plus', 'ada+shop@example.com', 'ada+shop@example.com'],
  ])('is stored in one form: %s', (_name, text, address) => {
    expect(of(text)).toEqual({ address });
    expect(of(address)).toEqual({ address });
  });

  it.each(['\u200b', '\u00ad', '\u202e', '\u2060', '\ufeff', '\u3164', '\u180e', '\u2800'])(
    'has no invisible character: %j',
    (character) => {
      for (const text of [`a${character}da@example.com`, `ada@exam${character}ple.com`]) {
        const digits = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
        expect(of(text)).toEqual({ fault: expect.stringContaining(`U+${digits}`) });
        expect(emailAddressToFind(text)).toBe('ada@example.com');
      }
    },
  );

  it.each([
    '',
    '@',
    'ada',
    'ada@',
    '@example.com',
    'a da@example.com',
    'ada@exam ple.com',
    'ada@b@example.com',
    'ada@example.com/path',
    'ada@example.com:80',
    'ada@ex%61mple.com',
    'ada@example.com#x',
  ])('is refused: %j', (text) => {
    expect(of(text)).toEqual({ fault: expect.any(String) });
  });

  it('is found by a part of either form of its domain', () => {
    expect(emailAddressPart('@bücher.example')).toBe('@xn--bcher-kva.example');
    expect(emailAddressPart('Zoe\u0308')).toBe('zo\u00eb');
    expect(emailAddressPart('x@BÜCHER.exam')).toBe('x@xn--bcher-kva.exam');
    expect(emailAddressPart('ada@')).toBe('ada@');
  });
});
