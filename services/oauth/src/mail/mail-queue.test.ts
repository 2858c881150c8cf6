import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createLogger } from '@app-platform/runtime';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { MailQueueOptions } from './mail-queue.ts';
import { Mailer } from './mailer.ts';

const connections = new Set<Socket>();
/** What the mail server does with the next connections; it takes their mails after those. */
let outcomes: ('refuse' | 'hang')[] = [];
let taken: string[] = [];
let logLines: string[] = [];
const logger = createLogger('oauth', 'info', { write: (line) => void logLines.push(line) });

const server = createServer((socket) => {
  connections.add(socket);
  socket.on('error', () => undefined);
  const outcome = outcomes.shift();
  if (outcome === 'hang') return;
  if (outcome === 'refuse') {
    socket.end('421 busy\r\n');
    return;
  }
  socket.write('220 ready\r\n');
  socket.on('data', (data) => {
    const text = String(data);
    const recipient = /RCPT TO:<(.+)>/.exec(text)?.[1];
    if (recipient) taken.push(recipient);
    socket.write(text.startsWith('DATA') ? '354 go on\r\n' : '250 ok\r\n');
  });
});

const newMailer = (queue: MailQueueOptions) => {
  const url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const from = 'platform@example.com';
  return new Mailer({ url, from, logger, timeoutMilliseconds: 1_000, queue });
};

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  for (const socket of connections) socket.destroy();
  server.close();
});
beforeEach(() => {
  outcomes = [];
  taken = [];
  logLines = [];
});

const mailTo = (to: string) => ({ to, subject: 'A link', text: 'https://id.example.com/link' });

it('a mail that the server refuses twice is sent at the third attempt', async () => {
  outcomes = ['refuse', 'refuse'];
  const mailer = newMailer({ pauseMilliseconds: 1 });
  mailer.enqueue(mailTo('ada@example.com'));
  while (taken.length === 0) await new Promise(setImmediate);
  await mailer.close();
  expect(taken).toEqual(['ada@example.com']);
});

it('a server that says nothing is given up, and mails beyond the limit are dropped, which the log says', async () => {
  outcomes = Array.from({ length: 9 }, () => 'hang');
  const mailer = newMailer({ pauseMilliseconds: 1, mostWaiting: 1 });
  for (const name of ['ada', 'ben', 'cleo', 'dan']) mailer.enqueue(mailTo(`${name}@example.com`));
  await mailer.close();
  expect(taken).toEqual([]);
  const dropped = logLines.filter((line) => line.includes('mail dropped'));
  expect(dropped).toHaveLength(4);
  expect(logLines.join()).not.toContain('https://id.example.com/link');
});
