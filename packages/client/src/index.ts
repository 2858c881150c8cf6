export {
  type AppDefinition,
  type AppLogEntry,
  type ClientOptions,
  createOauthClient,
  createRegistryClient,
} from './clients.ts';
export type { Credential, TokenSource } from './credential.ts';
export { withIdempotencyKey } from './idempotency-key.ts';
export { eachPage, pages } from './pages.ts';
export { OauthError, PlatformError, type Problem, unwrap } from './platform-error.ts';
export type { RetryOptions } from './retry.ts';
export { createTokenSource, type TokenSourceOptions, type Tokens } from './token-source.ts';
export type { TypedClient } from './typed-client.ts';
export { verifyWebhook, WebhookError, type WebhookEvent } from './verify-webhook.ts';
