import { hostileFiles } from '@app-platform/json/testing/hostile-files';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Caller, type RunningRegistry, startRegistry } from '../testing/start-registry.ts';

let registry: RunningRegistry;
let acme: Caller;

beforeAll(async () => {
  registry = await startRegistry();
  acme = await registry.newCaller();
});
afterAll(() => registry.close());

type JsonProblem = {
  code: string;
  source: { pointer: string };
  meta?: { line: number; column: number };
};

it.each(hostileFiles)('the API reads $name as every reader does', async ({ bytes, verdict }) => {
  const { status, body } = await registry
    .anonymous('post', '/v1/apps/validate')
    .auth(acme.apiKey, { type: 'bearer' })
    .set('Content-Type', 'application/json')
    .serialize((value) => value as unknown as string)
    .send(Buffer.from(bytes) as never);
  const found = (body.errors ?? []) as JsonProblem[];
  const read = found.map(
    ({ code, source, meta }) => `${code} ${source.pointer} ${meta?.line}:${meta?.column}`,
  );
  expect([status, read]).toEqual([verdict.length === 0 ? 200 : 400, verdict]);
});
