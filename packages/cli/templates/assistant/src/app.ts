import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import express, { type Express } from 'express';
import type { Config } from './config.ts';
import { SignIn, type User } from './sign-in.ts';
import { webhookReceiver } from './webhooks.ts';

/** Signs users in, and uses the tools of the registry for them by the Model Context Protocol. */
export function createApp(config: Config): Express {
  const resource = `${config.baseUrl}/mcp`;
  const signIn = new SignIn(config, { scope: 'openid profile org.permission.apps', resource });
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
      const names = await toolNames(resource, user);
      response.type('text').send([`${user.name} can use these tools:`, ...names].join('\n'));
    });
}

async function toolNames(resource: string, { accessToken }: User): Promise<string[]> {
  const client = new Client({ name: 'template_app', version: '0.0.1' });
  const headers = { authorization: `Bearer ${accessToken}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(resource), { requestInit: { headers } }),
  );
  try {
    const { tools } = await client.listTools();
    return tools.map(({ name }) => name);
  } finally {
    await client.close();
  }
}
