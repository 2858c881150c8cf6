import { describe, expect, it } from '@jest/globals';
import { MemoryStore } from './ephemeral-store.ts';
import { KeptResults } from './kept-results.ts';

const [key, other] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
const asked = { holder: 'the value of a cookie', form: ['/path', { csrf: 'x' }] };
const work = async () => ({ location: 'https://app.example/?code=x' });

describe('the result of a form', () => {
  it('is kept for whoever has the key of the service, also while that changes', async () => {
    const store = new MemoryStore(() => new Date());
    await new KeptResults(store, [key]).once(asked, work);
    const again = await new KeptResults(store, [other, key]).once(asked, work);
    expect(again).toEqual({ result: await work(), isRepeated: true });
  });

  it('is not found by its holder and form alone, without that key', async () => {
    const store = new MemoryStore(() => new Date());
    await new KeptResults(store, [key]).once(asked, work);
    expect(await new KeptResults(store, [other]).once(asked, work)).toMatchObject({
      isRepeated: false,
    });
  });

  it('is not found by another holder', async () => {
    const results = new KeptResults(new MemoryStore(() => new Date()), [key]);
    await results.once(asked, work);
    const another = { ...asked, holder: 'another cookie' };
    expect(await results.once(another, work)).toMatchObject({ isRepeated: false });
  });
});
