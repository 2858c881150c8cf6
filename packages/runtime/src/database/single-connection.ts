import pg from 'pg';
import { explainUntrustedCertificate } from '../config/untrusted-certificate.ts';

const CONNECT_MILLISECONDS = 5_000;

/**
 * Opens one connection to a server, beside a pool.
 * @param answerMilliseconds how long an answer may take; without it, as long as the server takes
 * @throws Error that says why the server cannot be used
 */
export async function connectClient(url: string, answerMilliseconds?: number): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MILLISECONDS,
    keepAlive: true,
    ...(answerMilliseconds && { query_timeout: answerMilliseconds }),
  });
  try {
    // A connection that is lost fails the next query.
    await client.on('error', () => undefined).connect();
  } catch (error) {
    const server = `PostgreSQL at ${new URL(url).host}`;
    const { message } = explainUntrustedCertificate(server, error);
    // Without the cause: a log line would repeat its message.
    throw new Error(`Cannot connect to ${server}: ${message}`);
  }
  return client;
}
