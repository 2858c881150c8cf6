import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { dnsResolver } from './public-address.ts';

const [TYPE_A, TYPE_AAAA] = [1, 28];
const HEADER_BYTES = 12;

let server: Socket;
let servers: string[];
const asked: string[] = [];

/** The addresses of each type, as bytes; a name without any does not exist, another one is not answered. */
const zone: Record<string, Record<number, number[]>> = {
  'apps.example.com': {
    [TYPE_A]: [198, 51, 100, 1],
    [TYPE_AAAA]: [0x20, 0x01, 0x0d, 0xb8, ...Array(11).fill(0), 1],
  },
  'four.example.com': { [TYPE_A]: [198, 51, 100, 4] },
  localhost: { [TYPE_A]: [198, 51, 100, 9] },
  'none.example.com': {},
};

beforeAll(async () => {
  server = createSocket('udp4', (query, { port, address }) => {
    const { name, type, end } = questionOf(query);
    asked.push(name);
    const records = zone[name];
    if (!records) return;
    server.send(answerOf(query.subarray(0, end), type, records), port, address);
  });
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  servers = [`127.0.0.1:${(server.address() as AddressInfo).port}`];
});
afterAll(() => void server.close());

/** RFC 1035, section 4.1.2. */
function questionOf(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.'), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function answerOf(question: Buffer, type: number, records: Record<number, number[]>): Buffer {
  const header = Buffer.from(question);
  const found = records[type];
  const notFound = Object.keys(records).length === 0 ? 3 : 0;
  header.writeUInt16BE(0x8180 | notFound, 2);
  header.writeUInt16BE(found ? 1 : 0, 6);
  header.writeUInt16BE(0, 10);
  if (!found) return header;
  const record = [0xc0, HEADER_BYTES, 0, type, 0, 1, 0, 0, 0, 0, 0, found.length, ...found];
  return Buffer.concat([header, Buffer.from(record)]);
}

it('asks the name servers for the addresses of both families', async () => {
  const resolve = dnsResolver({ servers });
  expect(await resolve('apps.example.com')).toEqual(['198.51.100.1', '2001:db8::1']);
  expect(await resolve('four.example.com')).toEqual(['198.51.100.4']);
});

it('reads no names from files of this machine', async () => {
  expect(await dnsResolver({ servers })('localhost')).toEqual(['198.51.100.9']);
  expect(asked).toContain('localhost');
});

it('has no address for a name that does not exist, or whose servers do not answer', async () => {
  const resolve = dnsResolver({ servers, timeoutMilliseconds: 50 });
  expect(await resolve('none.example.com')).toEqual([]);
  expect(await resolve('silent.example.com')).toEqual([]);
});
