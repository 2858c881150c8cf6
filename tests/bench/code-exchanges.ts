import { applyLoad } from './http-load.ts';
import type { Side } from './rounds.ts';
import { codeExchange, type Tokens } from './token-requests.ts';
import type { TokenService } from './token-service.ts';

/** More would not be made and used within the minute that they live. */
const MOST_CODES = 2_500;
const FIRST_GUESS_PER_SECOND = 400;
const SPARE = 1.3;
/** Of what is made ready, outside of any measurement. */
const PREPARING_CONNECTIONS = 8;

/** Exchanges codes that were made just before; where they run out, the measurement ends early. */
export function exchanging(service: TokenService, connections: number): Side {
  let codes: string[] = [];
  let perSecond = FIRST_GUESS_PER_SECOND;
  return {
    processes: service.processes,
    prepare: async (seconds) => {
      const enough = Math.ceil(perSecond * seconds * SPARE);
      codes = await service.newCodes(Math.min(enough, MOST_CODES));
    },
    work: async (seconds) => {
      const issued = () => undefined;
      const done = await exchangeAll(service, { codes, issued, seconds, connections });
      perSecond = done.requests / done.seconds;
      return done;
    },
  };
}

/** @returns what so many new codes were exchanged for */
export async function newTokens(service: TokenService, count: number): Promise<Tokens[]> {
  const tokens: Tokens[] = [];
  const codes = await service.newCodes(count);
  const issued = (one: Tokens) => void tokens.push(one);
  const exchanges = { codes, issued, seconds: 60, connections: PREPARING_CONNECTIONS };
  const done = await exchangeAll(service, exchanges);
  if (done.requests !== count) throw new Error('Codes were not exchanged in time.');
  return tokens;
}

type Exchanges = {
  codes: string[];
  issued(tokens: Tokens): void;
  seconds: number;
  connections: number;
};

function exchangeAll(service: TokenService, { codes, issued, seconds, connections }: Exchanges) {
  const { port } = service;
  const mostRequests = codes.length;
  let used = 0;
  const next = () => {
    used += 1;
    return codeExchange(service, codes[used - 1] ?? '', issued);
  };
  return applyLoad({ port, connections, seconds, mostRequests, next });
}
