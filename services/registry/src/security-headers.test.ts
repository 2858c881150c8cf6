import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import express from 'express';
import helmet from 'helmet';
import request from 'supertest';
import { type RunningRegistry, startRegistry } from '../testing/start-registry.ts';
import { contentSecurityPolicy } from './server.ts';

let registry: RunningRegistry;

beforeAll(async () => {
  registry = await startRegistry();
});
afterAll(() => registry.close());

describe('the security headers', () => {
  it.each(['/v1/me', '/openapi.json', '/nothing'])(
    "of %s are helmet's, as it sends them",
    async (path) => {
      const plain = express()
        .use(helmet({ contentSecurityPolicy }))
        .use((_request, response) => void response.end());
      const { headers: wanted } = await request(plain).get('/');
      const names = Object.keys(wanted).filter((name) => /^(x-|cross|origin|referrer)/.test(name));
      names.push('content-security-policy');
      expect(names.filter((name) => name !== 'x-powered-by').length).toBeGreaterThan(10);
      const { headers } = await registry.anonymous('get', path);
      for (const name of names) {
        expect([name, headers[name]]).toEqual([
          name,
          name === 'x-powered-by' ? undefined : wanted[name],
        ]);
      }
    },
  );
});
