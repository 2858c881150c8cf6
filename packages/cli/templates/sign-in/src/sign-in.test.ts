import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import express from 'express';
import { readConfig } from './config.ts';
import { listen } from './listen.ts';
import { SignIn } from './sign-in.ts';

let platform: Awaited<ReturnType<typeof listen>>;
let app: Awaited<ReturnType<typeof listen>>;

before(async () => {
  const metadata = express().get('/.well-known/openid-configuration', (_request, response) => {
    const issuer = platform.address;
    response.json({ issuer, authorization_endpoint: `${issuer}/oauth/authorize` });
  });
  platform = await listen(metadata, 0);
  const config = readConfig({ OAUTH_URL: platform.address, CLIENT_ID: 'the-client' });
  app = await listen(express().use(new SignIn(config, { scope: 'openid' }).routes), 0);
});
after(() => {
  app.close();
  platform.close();
});

it('sends the browser to the platform, with PKCE', async () => {
  const response = await fetch(`${app.address}/sign-in`, { redirect: 'manual' });
  assert.equal(response.status, 302);
  const { origin, searchParams } = new URL(response.headers.get('location') ?? '');
  assert.equal(origin, platform.address);
  assert.equal(searchParams.get('client_id'), 'the-client');
  assert.equal(searchParams.get('redirect_uri'), 'http://localhost:3000/callback');
  assert.equal(searchParams.get('code_challenge_method'), 'S256');
  assert.match(response.headers.get('set-cookie') ?? '', /HttpOnly/);
});

it('refuses an answer to a sign-in of another browser', async () => {
  const response = await fetch(`${app.address}/callback?code=stolen&state=other`);
  assert.equal(response.status, 400);
});
