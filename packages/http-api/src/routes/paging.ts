import { problem } from '@app-platform/contracts';
import type { Page, PageOf } from '@app-platform/runtime/database';
import { Type } from '@sinclair/typebox';
import { AppError } from '../errors/app-error.ts';
import { parameter } from './contract.ts';
import type { JsonText } from './prepared-body.ts';

const DEFAULT_SIZE = 20;
const MOST_SIZE = 100;

/** The query parameters of every list. */
export const pageParameters = [
  parameter(
    'page[size]',
    'query',
    Type.Integer({ minimum: 1, maximum: MOST_SIZE, default: DEFAULT_SIZE }),
    `The most entries to answer with, 1 to ${MOST_SIZE}.`,
  ),
  parameter(
    'page[after]',
    'query',
    Type.String({ minLength: 1, maxLength: 400 }),
    'Where the page begins: `meta.page.after` of the page before.',
  ),
] as const;

type Values = { readonly [name: string]: string | number | undefined };

/** How many entries a page holds. */
export function readPageSize(parameters: Values): number {
  return Number(parameters['page[size]'] ?? DEFAULT_SIZE);
}

/**
 * @param key the key that orders the list
 * @throws AppError `invalid_parameter` for a cursor that no such list has given
 */
export function readPage(parameters: Values, key: RegExp): Page {
  const size = readPageSize(parameters);
  const cursor = parameters['page[after]'];
  if (cursor === undefined) return { size };
  const after = Buffer.from(String(cursor), 'base64url').toString('utf8');
  if (key.test(after)) return { size, after };
  const detail = 'This is not a cursor of this list. Use meta.page.after of the page before.';
  throw new AppError(problem('invalid_parameter', detail, { parameter: 'page[after]' }));
}

/** The response of a list: its entries, and the cursor of the next page or null. */
export function pageResponse<T, R>({ entries, next }: PageOf<T>, record: (entry: T) => R) {
  return { data: entries.map(record), meta: metaOf(next) };
}

/** The same as JSON, of records that are JSON already. */
export function pageResponseJson<T, R>(
  { entries, next }: PageOf<T>,
  record: (entry: T) => JsonText<R>,
): JsonText<{ data: R[]; meta: ReturnType<typeof metaOf> }> {
  const json = `{"data":[${entries.map(record).join(',')}],"meta":${JSON.stringify(metaOf(next))}}`;
  return json as JsonText<{ data: R[]; meta: ReturnType<typeof metaOf> }>;
}

function metaOf(next: string | null) {
  return { page: { after: next === null ? null : Buffer.from(next).toString('base64url') } };
}
