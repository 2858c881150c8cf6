import { describe, expect, it } from '@jest/globals';
import { refusalsOf } from '../../testing/test-definitions.ts';
import { validatePatch } from './validate-definition.ts';

describe('an unknown key of a definition', () => {
  it.each([
    ['iconURL', 'iconUrl'],
    ['icon_url', 'iconUrl'],
    ['ICONURL', 'iconUrl'],
    ['titel', 'title'],
    ['dependancies', 'dependencies'],
    ['redirectURIs', 'redirectUris'],
    ['webhooks', 'hooks'],
  ])('%s is refused with a hint at %s', (key, near) => {
    const [refusal, ...others] = refusalsOf({ [key]: 'https://cdn.example.com/icon.png' });
    expect(others).toEqual([]);
    expect(refusal).toMatchObject({ pointer: `/${key}`, code: 'invalid_definition' });
    expect(refusal?.detail).toContain(`\`${near}\``);
  });

  it.each(['somethingElse', 'x', '', 'constructor', 'toString', 'a/b~c', 'k'.repeat(500)])(
    '%j is refused without a hint',
    (key) => {
      const refusals = refusalsOf({ [key]: 1 });
      expect(refusals).toHaveLength(1);
      expect(refusals[0]?.detail).toContain('/v1/apps/definition-schema.json');
      expect(refusals[0]?.detail.length).toBeLessThan(250);
    },
  );

  it('is escaped in the pointer', () => {
    expect(refusalsOf({ 'a/b~c': 1 })[0]?.pointer).toBe('/a~1b~0c');
  });

  it('__proto__ is refused like any other', () => {
    const definition = JSON.parse('{"__proto__": {"app": "x"}}');
    expect(refusalsOf(definition)[0]?.pointer).toBe('/__proto__');
  });
});

describe('an unknown key of an update', () => {
  function detailOf(key: string): string | undefined {
    const result = validatePatch({ [key]: 'x' });
    return result.ok ? undefined : result.errors[0]?.detail;
  }

  it('names the nearest field', () => {
    expect(detailOf('iconURL')).toContain('`iconUrl`');
  });

  it('says that a property of the definition needs a new version', () => {
    expect(detailOf('tags')).toContain('cannot change without a new version');
  });

  it('lists the fields if none is similar', () => {
    expect(detailOf('somethingElse')).toContain('releaseNotesUrl, postInstallMessage');
  });
});

describe('a key of the manifest of a server SDK', () => {
  const secret = 'c1d2-hunter2';
  it.each(['clientId', 'clientSecret', 'url', 'default', 'system', 'installUrl', 'env'])(
    '%s is refused, and its value is not shown',
    (key) => {
      const [refusal, ...more] = refusalsOf({ [key]: secret });
      expect(refusal).toMatchObject({
        pointer: `/${key}`,
        detail: expect.stringContaining('manifest'),
      });
      expect(more).toEqual([]);
      expect(JSON.stringify(refusal)).not.toContain(secret);
      expect(/secret\b/.test(refusal?.detail ?? '')).toBe(key === 'clientSecret');
      const update = validatePatch({ [key]: secret });
      expect(update).toMatchObject({ ok: false, errors: [{ detail: refusal?.detail }] });
    },
  );
});
