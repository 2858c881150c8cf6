import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { RequestHandler } from 'express';

type Middleware = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void;

/**
 * Sets the headers that a middleware sets which looks at no request, such as helmet as it is
 * configured here. It is asked once, for working them out anew costs more than sending them.
 */
export function constantHeaders(middleware: Middleware): RequestHandler {
  const headers = headersOf(middleware);
  return (_request, response, next) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    next();
  };
}

class RecordingResponse extends ServerResponse {
  readonly recorded: [name: string, value: string][] = [];

  override setHeader(name: string, value: string): this {
    this.recorded.push([name, value]);
    return this;
  }
}

function headersOf(middleware: Middleware): [name: string, value: string][] {
  const request = new IncomingMessage(new Socket());
  const response = new RecordingResponse(request);
  let isDone = false;
  middleware(request, response, (error) => {
    if (error) throw error;
    isDone = true;
  });
  if (!isDone)
    throw new Error('A middleware whose headers are constant must not wait for anything.');
  return response.recorded;
}
