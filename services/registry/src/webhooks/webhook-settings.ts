import type { KeyEncryption } from '@app-platform/runtime';

export type WebhookSettings = {
  /** Of the secrets. */
  encryption: KeyEncryption;
  /** For development: `http`, any port and loopback addresses. */
  allowsLoopback: boolean;
};
