import type { IncomingMessage, ServerResponse } from 'node:http';

type Handler = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** Keeps what the answers behind it are ended with, as it was handed over. */
export function keepSentBodies(sent: unknown[]): Handler {
  return (_request, response, next) => {
    const end = response.end.bind(response);
    response.end = (chunk?: unknown) => {
      sent.push(chunk);
      return end(chunk);
    };
    next();
  };
}
