import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type Caller,
  type RunningRegistry,
  startRegistry,
  uniqueName,
} from '../../../testing/start-registry.ts';

const PATH = '/v1/apps/available';
const png = Buffer.alloc(5_000, 7);
const iconUrl = `data:image/png;base64,${png.toString('base64')}`;
let registry: RunningRegistry;
let acme: Caller;

beforeAll(async () => {
  registry = await startRegistry();
  acme = await registry.newCaller();
});
afterAll(() => registry.close());

describe('an icon in the definition', () => {
  it('is served at an address of its own, which the directory lists', async () => {
    const app = uniqueName('pictured');
    await acme.register({ app, version: '1.0.0', iconUrl });
    const { body, text } = await acme.get(`${PATH}?q=${app}`).expect(200);
    const [{ attributes }] = body.data;
    const path = `${PATH}/${app}-1.0.0/icon`;
    expect(attributes.iconUrl).toBe(`http://registry.example.com${path}`);
    expect(text.length).toBeLessThan(2_000);
    const icon = await registry.anonymous('get', path).expect(200);
    expect(icon.body).toEqual(png);
    expect(icon.headers).toMatchObject({
      'content-type': 'image/png',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    });
    await registry.anonymous('get', `${PATH}/${app}/icon`).expect(200);
    const record = await acme.get(`${PATH}/${app}`).expect(200);
    expect(record.body.data.attributes.iconUrl).toBe(iconUrl);
  });

  it('follows an update', async () => {
    const app = uniqueName('repainted');
    await acme.register({ app, version: '1.0.0', iconUrl: 'https://cdn.example.net/icon.png' });
    await registry.anonymous('get', `${PATH}/${app}-1.0.0/icon`).expect(404);
    await acme.patch(`${PATH}/${app}-1.0.0`, { iconUrl }).expect(200);
    await registry.anonymous('get', `${PATH}/${app}-1.0.0/icon`).expect(200);
    const [described] = (await registry.auditTrail(acme.organizationId)).slice(-1);
    expect(described?.after).toEqual({ iconUrl: `data: URL of ${iconUrl.length} characters` });
    const { body } = await acme.get(`${PATH}?q=${app}`).expect(200);
    expect(body.data[0].attributes.iconUrl).toBe(
      `http://registry.example.com${PATH}/${app}-1.0.0/icon`,
    );
  });

  it.each(['nowhere-1.0.0', 'nowhere', 'no%20where', '%00'])('404 for %s', async (appVersion) => {
    await registry.anonymous('get', `${PATH}/${appVersion}/icon`).expect(404);
  });
});
