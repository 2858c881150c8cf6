import { definitionsInRealForms, expectedWarnings } from '@app-platform/testing/real-forms';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type Caller,
  type RunningRegistry,
  startRegistry,
} from '../../services/registry/testing/start-registry.ts';

let registry: RunningRegistry;
let acme: Caller;

beforeAll(async () => {
  registry = await startRegistry();
  acme = await registry.newCaller();
});
afterAll(() => registry.close());

describe('a definition in the form of real apps is registered, and installed', () => {
  it.each(Object.entries(definitionsInRealForms))('%s', async (name, definition) => {
    const { body } = await acme.post('/v1/apps/available', definition).expect(201);
    const codes = (body.meta?.warnings ?? []).map(({ code }: { code: string }) => code);
    expect(codes).toEqual(expectedWarnings[name] ?? []);
    await acme.install(body.data.attributes.name);
    const read = await acme.get(`/v1/apps/available/${body.data.id}`).expect(200);
    expect(read.body.data.attributes).toMatchObject({ ...definition, app: definition.app });
  });
});
