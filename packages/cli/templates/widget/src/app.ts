import type { WebhookEvent } from '@app-platform/client';
import express, { type Express } from 'express';
import type { Config } from './config.ts';
import { webhookReceiver } from './webhooks.ts';

const PAGE = `<!doctype html>
<html lang="en">
<title>Latest events</title>
<h1>Latest events</h1>
<ul id="events"></ul>
<script type="module" src="/widget.js"></script>
</html>
`;
const SCRIPT = `const list = document.getElementById('events');
const events = await (await fetch('/widget/events')).json();
list.append(...events.map(({ type, timestamp }) => {
  const item = document.createElement('li');
  item.textContent = timestamp + ' ' + type;
  return item;
}));
`;
const SHOWN_EVENTS = 20;

/** Serves the page that the product shows in a frame. */
export function createApp(config: Config): Express {
  const events: Pick<WebhookEvent, 'type' | 'timestamp'>[] = [];
  const receiver = webhookReceiver(config.webhookSecret, ({ type, timestamp }) => {
    console.log(`Received ${type}`);
    events.unshift({ type, timestamp });
    events.length = Math.min(events.length, SHOWN_EVENTS);
  });
  const product = config.productUrl ? new URL(config.productUrl).origin : "'none'";
  return express()
    .disable('x-powered-by')
    .use(receiver)
    .get('/widget', (_request, response) => {
      // No other page may show it in a frame.
      const policy = `default-src 'self'; frame-ancestors ${product}`;
      response.set('content-security-policy', policy).send(PAGE);
    })
    .get('/widget.js', (_request, response) => {
      response.type('js').send(SCRIPT);
    })
    .get('/widget/events', (_request, response) => {
      response.json(events);
    });
}
