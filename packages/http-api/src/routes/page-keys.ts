import { appNamePattern } from '@app-platform/contracts';

/** The key that orders a list, which a cursor holds. */
export const pageKeys = {
  name: new RegExp(appNamePattern),
  email: /^[^\s@]{1,320}@[^\s@]{1,320}$/,
  /** A semantic version without build metadata. */
  version: /^\d{1,16}(\.\d{1,16}){2}(-[0-9A-Za-z.-]{1,240})?$/,
  number: /^\d{1,18}$/,
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
} as const;
