import { createRegistryClient, unwrap } from '@app-platform/client';
import express, { type Express } from 'express';
import type { Config } from './config.ts';
import { SignIn } from './sign-in.ts';
import { webhookReceiver } from './webhooks.ts';

/** Signs users in, and calls the registry for them. */
export function createApp(config: Config): Express {
  const signIn = new SignIn(config, { scope: 'openid profile org.permission.apps' });
  return express()
    .disable('x-powered-by')
    .use(webhookReceiver(config.webhookSecret, ({ type }) => console.log(`Received ${type}`)))
    .use(signIn.routes)
    .get('/', async (request, response) => {
      const user = signIn.userOf(request);
      if (!user) {
        response.send('<!doctype html><title>Sign in</title><a href="/sign-in">Sign in</a>');
        return;
      }
      const { baseUrl } = config;
      const registry = createRegistryClient({ baseUrl, credential: user.accessToken });
      const { data } = await unwrap(registry.GET('/v1/apps/installed'));
      const names = data.map(({ attributes }) => attributes.name);
      const lines = [`${user.name} of ${user.organization}`, 'Installed apps:', ...names];
      response.type('text').send(lines.join('\n'));
    });
}
