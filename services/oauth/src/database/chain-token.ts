/**
 * A refresh token: the id of its chain, its place in the chain, and a secret. The chain's id is a secret of
 * 256 random bits too, which nobody else gets: an old token proves by it that it belonged to the chain.
 */
export type ChainToken = { chain: string; generation: number; secret: string };

/** A token names the cell that issued it, which is no part of what it proves; earlier ones name none. */
const CHAIN_TOKEN = /^rt_(?:[a-z0-9]{2,12}_)?([\w-]{43})\.(0|[1-9]\d{0,8})\.([\w-]{43})$/;

/** @returns undefined for any other text, such as a refresh token of the release before */
export function readChainToken(token: string): ChainToken | undefined {
  const [, chain = '', generation = '', secret = ''] = CHAIN_TOKEN.exec(token) ?? [];
  return chain === '' ? undefined : { chain, generation: Number(generation), secret };
}

/** @param cell left out in what digests are made of */
export function writeChainToken({ chain, generation, secret }: ChainToken, cell?: string): string {
  return `rt_${cell ? `${cell}_` : ''}${chain}.${generation}.${secret}`;
}
