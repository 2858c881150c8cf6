import { verifyWebhook, WebhookError, type WebhookEvent } from '@app-platform/client';
import express, { type Router } from 'express';

const REMEMBERED_DELIVERIES = 1_000;

/** `POST /events`: what the platform reports about the app. Each event is handled once. */
export function webhookReceiver(secret: string, onEvent: (event: WebhookEvent) => void): Router {
  const known = new Set<string>();
  // The signature is over the bytes that arrive, so the body is not parsed before.
  return express
    .Router()
    .post('/events', express.raw({ type: '*/*', limit: '1mb' }), (request, response) => {
      const id = String(request.headers['webhook-id']);
      try {
        const event = verifyWebhook(request.body, request.headers, secret);
        // An event is delivered at least once.
        if (!known.has(id)) onEvent(event);
      } catch (error) {
        if (!(error instanceof WebhookError)) throw error;
        response.status(400).type('text').send(error.message);
        return;
      }
      remember(known, id);
      response.status(204).end();
    });
}

function remember(known: Set<string>, id: string): void {
  known.add(id);
  const [oldest] = known;
  if (known.size > REMEMBERED_DELIVERIES && oldest !== undefined) known.delete(oldest);
}
