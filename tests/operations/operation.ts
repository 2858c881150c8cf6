import type { succeedingCaller } from '@app-platform/testing/http/api-caller';
import type { ExternalApp } from '../platform/external-app.ts';
import type { Platform } from '../platform/platform.ts';

/** Values with which an operation succeeds. `@@name@@` stands for the live value of that name. */
export type Values = {
  fields: Record<string, unknown>;
  headers?: Record<string, string>;
  /** A write that finds nothing to change, and leaves no audit row. */
  changesNothing?: true;
};

/** An app whose user has allowed it, and calls with the API key of its organization. */
export type Scene = {
  platform: Platform;
  app: ExternalApp;
  tokens: Record<string, unknown>;
  registry: ReturnType<typeof succeedingCaller>;
  oauth: ReturnType<typeof succeedingCaller>;
};

/** How an operation succeeds. */
export type OperationRow = {
  /** Sent in order. The fuzzer adds to them what the schema allows, and hostile values. */
  values: [Values, ...Values[]];
  /** What follows in order, where several requests together take another path. */
  afterwards?: (scene: Scene) => Promise<unknown>;
};

export type OperationRows = Record<string, OperationRow>;

export const unchanged = { 'if-none-match': '*' };
export const byUser = { authorization: 'Bearer @@consoleToken@@' };
export const cursor = (key: string | number) => ({
  'page[after]': Buffer.from(String(key)).toString('base64url'),
});

/** Each with the fields alone. */
export function values(...fields: [Values['fields'], ...Values['fields'][]]): OperationRow {
  return { values: fields.map((one) => ({ fields: one })) as OperationRow['values'] };
}

/** The same read also where nothing has changed; then with more fields. */
export function reads(fields: Values['fields'] = {}, ...more: Values['fields'][]): OperationRow {
  return {
    values: [
      { fields },
      { fields, headers: unchanged },
      ...more.map((one) => ({ fields: { ...fields, ...one } })),
    ],
  };
}
