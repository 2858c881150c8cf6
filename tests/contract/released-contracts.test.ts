import { administrator } from '@app-platform/testing/http/api-caller';
import { freePort } from '@app-platform/testing/processes/free-ports';
import { RunningProcess } from '@app-platform/testing/processes/run-process';
import { until } from '@app-platform/testing/until';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { authorizedApp } from '../platform/authorized-app.ts';
import { userOf } from '../platform/external-app.ts';
import { type PlatformProcesses, startPlatformProcesses } from '../platform/platform-processes.ts';
import { type ContractProxy, startContractProxy } from './contract-proxy.ts';
import { incompatibilities } from './incompatibilities.ts';
import {
  type Contracts,
  currentContracts,
  releasedContracts,
  releases,
  type Service,
  services,
} from './released-contracts.ts';

describe.each(releases)('the internal contract of release %s', (release) => {
  const released = releasedContracts(release);

  it.each(services)('of the %s is kept by this version', (service) => {
    expect(incompatibilities(released[service], currentContracts[service])).toEqual([]);
  });

  describe('between the services of this version', () => {
    let platform: PlatformProcesses;
    let proxies: Record<Service, ContractProxy>;

    beforeAll(async () => {
      ({ platform, proxies } = await startOverContracts(released));
    });
    afterAll(async () => {
      await platform?.close();
      for (const proxy of Object.values(proxies ?? {})) proxy.close();
      RunningProcess.endAll();
    });

    it('is enough for everything that one asks the other', async () => {
      const { app, tokens } = await authorizedApp(platform);
      const refreshed = await app.token({
        grant_type: 'refresh_token',
        refresh_token: String(tokens.refresh_token),
      });
      expect(refreshed.status).toBe(200);
      const introspected = await fetch(`${platform.oauthUrl}/oauth/introspect`, {
        method: 'POST',
        body: new URLSearchParams({
          client_id: app.clientId,
          client_secret: app.clientSecret,
          token: String(refreshed.body.access_token),
        }),
      });
      expect(await introspected.json()).toMatchObject({ active: true });
      const user = await userOf(platform, app);
      const call = administrator(platform, app.apiKey);
      const grants = await call('GET', `/v1/grants?app=${app.name}`);
      expect(grants.body.data).toHaveLength(1);
      expect((await call('PATCH', `/v1/users/${user}`, { roles: [] })).status).toBe(200);
      const audit = await fetch(`${platform.baseUrl}/v1/audit`, {
        headers: { authorization: `Bearer ${app.apiKey}` },
      });
      expect(audit.status).toBe(200);
      await app.uninstall();
      // After the answer.
      await until('the grants are revoked', 10_000, () => proxies.oauth.called.has('revokeGrants'));

      for (const service of services) {
        expect(proxies[service].violations).toEqual([]);
        const operations = released[service].operations.map(({ operationId }) => operationId);
        expect([...proxies[service].called].sort()).toEqual(operations.sort());
      }
    });
  });
});

async function startOverContracts(released: Contracts) {
  const [registryPort, oauthPort] = [await freePort(), await freePort()];
  const at = (port: number) => `http://127.0.0.1:${port}`;
  const proxies = {
    registry: await startContractProxy(released.registry, at(registryPort)),
    oauth: await startContractProxy(released.oauth, at(oauthPort)),
  };
  const started = await startPlatformProcesses({
    REGISTRY_INTERNAL_PORT: String(registryPort),
    OAUTH_INTERNAL_PORT: String(oauthPort),
    REGISTRY_INTERNAL_URL: proxies.registry.url,
    OAUTH_INTERNAL_URL: proxies.oauth.url,
  });
  // The operator's own calls go past the contract, which is between the services.
  const internal = { registryInternalUrl: at(registryPort), oauthInternalUrl: at(oauthPort) };
  return { platform: { ...started, ...internal }, proxies };
}

describe('a contract that is not kept is found', () => {
  const [operation, ...others] = currentContracts.registry.operations;
  const changed = (change: object) => ({ operations: [{ ...operation, ...change }, ...others] });
  const response = {
    ...operation?.response,
    required: ['clientId'],
  };

  const parameters = operation?.parameters.map((one) => ({ ...one, schema: { type: 'integer' } }));
  const properties = Reflect.get(operation?.response ?? {}, 'properties');
  const widened = {
    ...operation?.response,
    properties: { ...properties, visibility: { enum: ['private', 'public', 'listed'] } },
  };

  it.each([
    ['an operation that is gone', { operations: others }, 'readClient is gone'],
    ['a parameter that is gone', changed({ parameters: [] }), 'readClient takes no clientId'],
    ['a parameter of another type', changed({ parameters }), 'readClient.clientId takes other'],
    ['a new value in an answer', changed({ response: widened }), 'visibility answers with other'],
    ['a field of an answer that may be missing', changed({ response }), 'answers without app'],
    [
      'a request that needs more',
      changed({ request: { type: 'object', required: ['more'] } }),
      'readClient needs more',
    ],
  ])('%s', (_what, current, complaint) => {
    const found = incompatibilities(currentContracts.registry, current as never);
    expect(found).toEqual(expect.arrayContaining([expect.stringContaining(complaint)]));
  });
});
