import { once } from 'node:events';
import { createServer, type Server } from 'node:http';

/**
 * Stands for the externally hosted app of the tutorial: receives the authorization code at its
 * redirect URI, and shows what to paste. Plain text, so that nothing in the address can be markup.
 */
export async function startTutorialApp(port: number): Promise<Server> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/favicon.ico') {
      response.writeHead(204).end();
      return;
    }
    const code = searchParams.get('code');
    const isCode = code !== null && /^[\w-]{1,256}$/.test(code);
    response.writeHead(isCode ? 200 : 400, { 'Content-Type': 'text/plain; charset=utf-8' });
    response.end(
      isCode
        ? `The app has received an authorization code. Paste this into the terminal within a minute:\n\nexport CODE=${code}\n`
        : `The app has received no authorization code: ${searchParams.get('error') ?? 'nothing'}\n`,
    );
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
