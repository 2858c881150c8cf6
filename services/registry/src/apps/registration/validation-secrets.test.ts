import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  type RunningRegistry,
  startRegistry,
  uniqueName,
} from '../../../testing/start-registry.ts';

let registry: RunningRegistry;
beforeAll(async () => {
  registry = await startRegistry();
});
afterAll(() => registry.close());

it('a validation of a wrong definition shows no secret in what the registry says', async () => {
  const [owner, other] = [await registry.newCaller(), await registry.newCaller()];
  const password = `swordfish_${uniqueName('taken')}4242`;
  await owner.register({ app: password, version: '1.0.0' });
  const wrong = { app: password, version: '1.0.0', title: 'Mine', auth: { password }, tags: ['x'] };
  const { body, text } = await other.post('/v1/apps/validate', wrong).expect(200);
  const codes = body.data.errors.map(({ code }: { code: string }) => code);
  expect(codes).toEqual(['invalid_definition', 'duplicate']);
  expect(text).not.toContain('swordfish');
});

it('a validation shows no secret of the definition, in JSON and in SARIF', async () => {
  const caller = await registry.newCaller();
  const app = uniqueName('secret');
  // A password, whose field says so, is repeated wherever the registry could quote it.
  const password = 'swordfish4242';
  const definition = {
    app,
    visibility: 'private',
    title: 'Parcels',
    auth: { password },
    actions: [{ name: password }],
    dependencies: [`${password}-^1.0.0`],
    tags: ['messaging'],
  };
  await caller.register({ ...definition, version: '1.0.0' });
  const changed = {
    ...definition,
    version: '1.0.1',
    actions: [{ name: `${password}2` }],
    workflows: [{ steps: [{ action: password }] }],
    website: password,
  };
  for (const tried of [
    changed,
    { ...changed, tags: [password] },
    { ...changed, version: password },
  ]) {
    const { text } = await caller.post('/v1/apps/validate', tried).expect(200);
    expect(text).toContain('secret-in-definition');
    expect(text).not.toContain(password.slice(0, 6));
    const sarif = await caller
      .post('/v1/apps/validate', tried)
      .set('Accept', 'application/sarif+json')
      .expect(200);
    expect(sarif.text).toContain('secret-in-definition');
    expect(sarif.text).not.toContain(password.slice(0, 6));
  }
});
