import { type DestinationStream, pino } from 'pino';
import { GatheringDestination } from './log-destination.ts';
import type { Logger } from './logger.ts';

/** The one line that each request logs. */
export type RequestLine = {
  /** Well-formed, so that nothing in it needs escaping; likewise the trace id. */
  requestId: string;
  traceId: string;
  method: string;
  /** Without query. */
  path: string;
  status: number;
  durationMilliseconds: number;
  isFinished: boolean;
};

const INFO = 30;

/**
 * Writes the one line of each request, in pino's form. It is put together here: its fields are ids
 * and figures by fixed names, so that nothing is looked for in it and redacted, and pino's general
 * way takes five times as long. It is not urgent, so a few are written together.
 */
export function requestLines(logger: Logger): (line: RequestLine) => void {
  if (!logger.isLevelEnabled('info')) return () => undefined;
  const { service } = logger.bindings();
  const tail = `","service":${JSON.stringify(service)},"requestId":"`;
  const write = writerOf(logger);
  return ({ requestId, traceId, method, path, status, durationMilliseconds, isFinished }) => {
    const request = `${requestId}","traceId":"${traceId}","method":${JSON.stringify(method)},"path":${JSON.stringify(path)}`;
    const answer = `"status":${status},"durationMilliseconds":${durationMilliseconds},"msg":"${isFinished ? 'request' : 'request cut off'}"`;
    write(`{"level":${INFO},"time":"${isoTime()}${tail}${request},${answer}}\n`);
  };
}

function writerOf(logger: Logger): (text: string) => void {
  const { [pino.symbols.streamSym]: stream } = logger as unknown as Record<
    symbol,
    DestinationStream
  >;
  if (stream instanceof GatheringDestination) return (text) => stream.gather(text);
  return (text) => stream?.write(text);
}

let knownSecond = Number.NaN;
let secondText = '';

/** As `Date` writes it, whose figures are mostly those of the line before. */
function isoTime(): string {
  const now = Date.now();
  const milliseconds = now % 1000;
  const second = now - milliseconds;
  if (second !== knownSecond) {
    knownSecond = second;
    secondText = new Date(second).toISOString().slice(0, -4);
  }
  return `${secondText}${String(milliseconds).padStart(3, '0')}Z`;
}
