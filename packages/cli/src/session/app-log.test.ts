import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  jest,
} from '@jest/globals';
import type { CommandContext } from '../run-command.ts';
import { type LogOptions, openLogs, readLog } from './app-log.ts';
import type { Registry } from './registry.ts';

/** What the registry answers, one after the other. */
const answers: ((request: IncomingMessage, response: ServerResponse) => void)[] = [];
const positions: unknown[] = [];
const pauses: number[] = [];
const breaks: string[] = [];
let server: Server;
let registry: Registry;

beforeAll(async () => {
  server = createServer((request, response) => {
    positions.push(request.headers['last-event-id']);
    const answer = answers.shift() ?? refuse(404, 'not_found');
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const config = { baseUrl, oauthUrl: undefined, apiKey: 'key', profilesFile: '/none.json' };
  registry = await openLogs({ config } as CommandContext, { profile: 'default' });
});
beforeEach(() => {
  for (const list of [answers, positions, pauses, breaks]) list.length = 0;
});
afterAll(() => {
  server.close();
});

const TYPE = { 'content-type': 'text/event-stream; charset=utf-8' };
const event = (id: string) => `id: ${id}\nevent: installation\ndata: {"id":"${id}"}\n\n`;

function send(...ids: string[]) {
  return (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(200, TYPE).end(`retry: 2000\n\n: quiet\n\n${ids.map(event).join('')}`);
  };
}

/** Breaks off in the middle of an event. */
function breakAfter(...ids: string[]) {
  return (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(200, TYPE).write(`${ids.map(event).join('')}id: 9\ndata: {`, () => {
      response.destroy();
    });
  };
}

function refuse(status: number, code: string) {
  return (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ errors: [{ status, code, title: code, detail: code }] }));
  };
}

async function idsOf(changes: Partial<LogOptions> = {}): Promise<string[]> {
  const ids: string[] = [];
  const onBreak = (reason: string) => void breaks.push(reason);
  const options = { app: 'a', follow: true, onBreak, ...changes };
  const pause = async (seconds: number) => void pauses.push(seconds);
  try {
    for await (const { id } of readLog(registry, options, pause)) ids.push(id);
  } catch (error) {
    ids.push(String(error));
  }
  return ids;
}

describe('the log of an app', () => {
  it('ends with what is kept', async () => {
    answers.push(send('1', '2'));
    expect(await idsOf({ follow: false })).toEqual(['1', '2']);
    expect(positions).toEqual([undefined]);
  });

  it('is followed through ends and breaks, each entry once, until the app is gone', async () => {
    answers.push(send('1', '2'), breakAfter('2', '3'), refuse(503, 'down'), send('3', '4'));
    // The client sends a refused request three times.
    answers.splice(2, 0, refuse(503, 'down'), refuse(503, 'down'));
    expect(await idsOf()).toEqual(['1', '2', '3', '4', expect.stringContaining('not_found')]);
    expect(positions.slice(0, 3)).toEqual([undefined, '2', '3']);
    expect(positions.at(-1)).toBe('4');
    expect(pauses).toEqual([2, 4, 8, 2]);
    expect(breaks).toEqual([expect.stringContaining('cannot be reached')]);
  });

  it.each([true, false])('fails where it cannot begin: follow %s', async (follow) => {
    answers.push(...[1, 2, 3].map(() => refuse(503, 'down')));
    expect(await idsOf({ follow })).toEqual([expect.stringContaining('down')]);
  });

  it('fails where what is kept breaks off, and where something else answers', async () => {
    answers.push(breakAfter('1'));
    expect(await idsOf({ follow: false })).toEqual(['1', expect.stringContaining('reached')]);
    answers.push((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>');
    });
    expect(await idsOf()).toEqual([expect.stringContaining('answered 200 with text/html')]);
  });
});

describe('a request whose connection is dead', () => {
  beforeEach(() => {
    jest.useFakeTimers({
      doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'performance'],
    });
  });
  afterEach(() => {
    jest.useRealTimers();
    server.closeAllConnections();
  });

  /** Lets the clock run as long as requests are silent. */
  async function idsAfterSilence(): Promise<string[]> {
    let isEnded = false;
    const ids = idsOf().finally(() => {
      isEnded = true;
    });
    while (!isEnded) {
      await new Promise((resolve) => setImmediate(resolve));
      jest.advanceTimersByTime(50);
    }
    return ids;
  }

  it('is ended before the headers, and sent again', async () => {
    answers.push(() => undefined, send('1'));
    expect(await idsAfterSilence()).toEqual(['1', expect.stringContaining('not_found')]);
    expect(breaks).toEqual([]);
  });

  it('is ended after the headers, and sent again from the last entry', async () => {
    answers.push((_request, response) => {
      response.writeHead(200, TYPE).write(event('1'));
    }, send('2'));
    expect(await idsAfterSilence()).toEqual(['1', '2', expect.stringContaining('not_found')]);
    expect(positions).toEqual([undefined, '1', '2']);
    expect(breaks).toEqual([expect.stringContaining('it sends nothing any more')]);
  });
});
