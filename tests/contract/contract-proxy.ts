import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { InternalContract } from '@app-platform/http-api';
import { freePort } from '@app-platform/testing/processes/free-ports';
import { Ajv, type ValidateFunction } from 'ajv';
import type { Operation } from './released-contracts.ts';

/**
 * A service of a release, to whoever calls it: takes only requests that the release takes, and
 * answers only what the release answers.
 */
export type ContractProxy = {
  url: string;
  /** The operations that were called. */
  called: Set<string>;
  /** Requests that the release refuses, and answers that its caller would not understand. */
  violations: string[];
  close(): void;
};

/** Operations that a release does not have, and without which its callers work too. */
const LATER = ['/internal/changes'];

type Checked = Operation & { matches: RegExp; request: ValidateFunction; answer: ValidateFunction };

/** @param targetUrl where the service of this tree answers */
export async function startContractProxy(
  contract: InternalContract,
  targetUrl: string,
): Promise<ContractProxy> {
  const operations = contract.operations.map(checked);
  const called = new Set<string>();
  const violations: string[] = [];
  const forward = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = 'GET' } = request;
    const url = new URL(request.url ?? '/', targetUrl);
    const body = await text(request);
    const operation = operations.find(
      (one) => one.method === method.toLowerCase() && one.matches.test(url.pathname),
    );
    if (operation) called.add(operation.operationId);
    if (!operation && LATER.includes(url.pathname)) {
      response.writeHead(404, { 'content-type': 'application/json' }).end('{"errors":[]}');
      return;
    }
    violations.push(...requestViolations(operation, url, body));
    const answer = await fetch(url, { method, headers: sentOn(request), ...(body && { body }) });
    const received = await answer.text();
    const isSuccess = operation && answer.status === 200;
    if (isSuccess) violations.push(...answerViolations(operation, received));
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(isSuccess ? onlyReleased(operation, received) : received);
  };
  const server = createServer((request, response) => {
    // A service that stops is still asked: its caller sees the connection close, as without a proxy.
    forward(request, response).catch(() => response.destroy());
  });
  const port = await freePort();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const close = () => void server.close().closeAllConnections();
  return { url: `http://127.0.0.1:${port}`, called, violations, close };
}

function sentOn({ headers }: IncomingMessage): Headers {
  const { authorization = '', traceparent = '' } = headers;
  const type = headers['content-type'];
  return new Headers({
    authorization,
    ...(type && { 'content-type': type }),
    ...(traceparent && { traceparent: String(traceparent) }),
  });
}

function checked(operation: Operation): Checked {
  const path = operation.path.replaceAll(/\{\w+\}/g, '[^/]+');
  const understood = new Ajv({ allErrors: true, strict: false });
  return {
    ...operation,
    matches: new RegExp(`^${path}$`),
    request: understood.compile(operation.request ?? {}),
    answer: understood.compile(withMoreFields(operation.response)),
  };
}

/** An answer may have fields that its caller does not know. */
function withMoreFields(schema: object): object {
  return JSON.parse(JSON.stringify(schema), (key, value) =>
    key === 'additionalProperties' ? true : value,
  );
}

function requestViolations(operation: Checked | undefined, url: URL, body: string): string[] {
  const { pathname } = url;
  if (!operation) return pathname.startsWith('/internal/') ? [`${pathname} is not released`] : [];
  const { operationId, parameters, request } = operation;
  const unknown = [...url.searchParams.keys()].filter(
    (name) => !parameters.some((one) => one.name === name),
  );
  const isValid = operation.request === null || request(body ? JSON.parse(body) : {});
  return [
    ...unknown.map((name) => `${operationId} is asked with ${name}`),
    ...(isValid ? [] : [`${operationId}: ${JSON.stringify(request.errors)}`]),
  ];
}

function answerViolations({ operationId, answer }: Checked, received: string): string[] {
  return answer(JSON.parse(received))
    ? []
    : [`${operationId} answers: ${JSON.stringify(answer.errors)}`];
}

/** Leaves fields out that the release does not have. */
function onlyReleased({ response }: Checked, received: string): string {
  const value: unknown = JSON.parse(received);
  new Ajv({ strict: false, removeAdditional: true }).compile(response)(value);
  return JSON.stringify(value);
}
