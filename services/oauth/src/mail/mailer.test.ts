import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { createLogger } from '@app-platform/runtime';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Mailer } from './mailer.ts';

const STEP_MILLISECONDS = 100;
const connections: Socket[] = [];

/** A mail server that takes every step, and its time for each. */
const server = createServer((socket) => {
  connections.push(socket);
  socket.on('error', () => undefined);
  const say = async (text: string) => {
    await wait(STEP_MILLISECONDS);
    if (!socket.destroyed) socket.write(`${text}\r\n`);
  };
  void say('220 slow');
  socket.on('data', (data) => void say(String(data).startsWith('DATA') ? '354 go on' : '250 ok'));
});
const logLines: string[] = [];
const logger = createLogger('oauth', 'info', { write: (line) => void logLines.push(line) });
const mail = { to: 'ada@example.com', subject: 'A link', text: 'https://id.example.com/link' };
let url: string;

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  for (const socket of connections) socket.destroy();
  server.close();
});

it('a mail that takes longer than its limit as a whole is not sent, and the log does not hold it', async () => {
  const options = { url, from: 'platform@example.com', logger };
  const patient = new Mailer(options);
  expect(await patient.send(mail)).toBe(true);
  const mailer = new Mailer({ ...options, timeoutMilliseconds: 2 * STEP_MILLISECONDS });
  expect(await mailer.send(mail)).toBe(false);
  expect(logLines.join()).toContain('did not take the mail in time');
  expect(logLines.join()).not.toContain(mail.text);
  await patient.close();
  await mailer.close();
});
