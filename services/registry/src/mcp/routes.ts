import { MCP_PATH, problem } from '@app-platform/contracts';
import { AppError, type BodyContract, parameter, type Route } from '@app-platform/http-api';
import { anyObject } from '@app-platform/http-api/schemas';
import { Type } from '@sinclair/typebox';
import { Router } from 'express';
import type { Principal } from '../authentication/principal.ts';
import type { McpDependencies, McpServing } from './serve-mcp.ts';
import type { Assistant } from './tool.ts';

/** The library reads the message. A batch, which the revisions since 2025-06-18 do not have, would evade the rate limit. */
const anyMessage: BodyContract<unknown> = {
  schema: anyObject('A JSON-RPC message of the Model Context Protocol.'),
  parse: (body) =>
    Array.isArray(body)
      ? { ok: false, problems: [problem('invalid_body', 'Send one message.', { pointer: '' })] }
      : { ok: true, value: body },
};

/** The headers of the protocol. */
const headers = ['accept', 'mcp-protocol-version', 'mcp-method', 'mcp-name'].map((name) =>
  parameter(name, 'header', Type.String({ maxLength: 1024 }), 'Of the protocol.'),
);

/** Serves the Model Context Protocol (MCP). The library is loaded at the first request. */
export function mcpRoute(dependencies: McpDependencies): Route<Principal> {
  let loading: Promise<McpServing> | undefined;
  const serving = () => {
    loading ??= import('./serve-mcp.ts').then(({ mcpServing }) => mcpServing(dependencies));
    loading.catch(() => {
      loading = undefined;
    });
    return loading;
  };
  return {
    method: 'post',
    path: MCP_PATH,
    operationId: 'serveMcp',
    summary: 'Messages of the Model Context Protocol',
    access: 'authenticated',
    credentials: 'app',
    changesNothing: true,
    limit: 'assistants',
    parameters: headers,
    body: anyMessage,
    responses: { 200: { description: 'An answer.', contentType: 'application/json' } },
    handle: async ({ principal, parameters, body, context }) => {
      const serve = await serving();
      const call = { assistant: principal as Assistant, context };
      return serve(call, parameters as Record<string, string>, body);
    },
  };
}

const LOOPBACK = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/**
 * Pages of other sites cannot use the server, also where a browser reaches it that they do not (DNS rebinding). A server
 * on a loopback address is for its own machine, and so are the pages of other programs there, such as an inspector.
 */
export function refuseForeignOrigin(baseUrl: string): Router {
  const { origin: own } = new URL(baseUrl);
  const isLocal = LOOPBACK.test(own);
  // Matched as the route is: also with a slash at the end, and in upper case.
  return Router().use(MCP_PATH, (request, _response, next) => {
    const origin = request.get('Origin');
    if (origin === undefined || origin === own) return next();
    if (isLocal && LOOPBACK.test(origin)) return next();
    const detail = `Pages of ${origin.slice(0, 200)} may not use the MCP server.`;
    throw new AppError(problem('forbidden', detail, { header: 'origin' }));
  });
}
