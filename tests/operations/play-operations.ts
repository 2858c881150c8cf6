import { succeedingCaller } from '@app-platform/testing/http/api-caller';
import type { ExternalApp } from '../platform/external-app.ts';
import type { Platform } from '../platform/platform.ts';
import { type ApiDocument, type Operation, operationsOf } from './api-document.ts';
import { draftOf } from './draft.ts';
import { formDocument } from './form-document.ts';
import { encode } from './http-request.ts';
import { fill, type LiveValues, liveValues } from './live-values.ts';
import type { Scene, Values } from './operation.ts';
import { operationRow } from './operations.ts';

/** An app whose user has allowed it. */
export type Authorized = { app: ExternalApp; tokens: Record<string, unknown> };

/**
 * Each operation of both public APIs and each form of the pages by its id: sends the values of its row in
 * order, and does what follows. Each returns the ids of the requests that changed nothing.
 */
export async function playedOperations(
  platform: Platform,
  { app, tokens }: Authorized,
): Promise<Record<string, () => Promise<string[]>>> {
  const { baseUrl, oauthUrl } = platform;
  const scene: Scene = {
    platform,
    app,
    tokens,
    registry: succeedingCaller(baseUrl, app.apiKey),
    oauth: succeedingCaller(oauthUrl, app.apiKey),
  };
  const live = await liveValues(platform);
  const plays = [
    ...(await operationsAt(baseUrl)).map((operation) => ({ origin: baseUrl, operation })),
    ...(await operationsAt(oauthUrl)).map((operation) => ({ origin: oauthUrl, operation })),
    ...operationsOf(formDocument).map((operation) => ({ origin: oauthUrl, operation })),
  ].map(({ origin, operation }) => {
    const play = async () => {
      const { values, afterwards } = operationRow(operation.operationId);
      const unchanging: string[] = [];
      for (const one of values) {
        const requestId = await send(origin, operation, one, live);
        if (one.changesNothing) unchanging.push(requestId);
      }
      await afterwards?.(scene);
      return unchanging;
    };
    return [operation.operationId, play] as const;
  });
  return Object.fromEntries(plays);
}

async function operationsAt(origin: string): Promise<Operation[]> {
  const response = await fetch(`${origin}/openapi.json`);
  return operationsOf((await response.json()) as ApiDocument);
}

/** @returns the id of the request @throws Error where the operation does not succeed */
async function send(
  origin: string,
  operation: Operation,
  values: Values,
  live: LiveValues,
): Promise<string> {
  const draft = draftOf(operation, values);
  const used = await live.valuesIn(draft);
  const { method, target, headers, body } = encode(operation, draft, (text) => fill(text, used));
  const response = await fetch(`${origin}${target}`, {
    method,
    headers,
    redirect: 'manual',
    // Text, which the examples of the documentation show.
    ...(body && { body: body.toString('utf8') }),
  });
  const answer = {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: Buffer.from(await response.arrayBuffer()),
  };
  if (response.status >= 400) {
    throw new Error(
      `${operation.operationId}: ${method} ${target} answered ${response.status} ${answer.body}`,
    );
  }
  live.learn(operation.operationId, used, answer);
  return response.headers.get('x-request-id') ?? '';
}
