export { bearerCredential, readCredential, unauthorized } from './authentication/bearer.ts';
export { credentialDigest } from './authentication/credential-digest.ts';
export {
  defineInternalRoute,
  type InternalCaller,
  type InternalTokens,
  internalAuthentication,
  internalRoles,
} from './authentication/internal-caller.ts';
export {
  internalTokensOf,
  type TokenVariables,
  tokenFaults,
  tokenProperties,
} from './authentication/internal-tokens.ts';
export { changesRoute } from './changes/changes-route.ts';
export { AppError, type AppErrorOptions } from './errors/app-error.ts';
export { translateDatabaseError } from './errors/database-outage.ts';
export {
  acceptIdempotencyKeys,
  type IdempotencyOptions,
} from './idempotency/accept-idempotency-keys.ts';
export { answerOnce } from './idempotency/answer-once.ts';
export { IdempotencyKey, idempotencyKeyParameter } from './idempotency/idempotency-key.ts';
export { componentsOf } from './openapi/components.ts';
export { describeRoute, roleSentence } from './openapi/describe-route.ts';
export { type InternalContract, internalContract } from './openapi/internal-contract.ts';
export { networkOf } from './rate-limit/network.ts';
export { byCredential, byNetwork, type RateLimit, rateLimit } from './rate-limit/rate-limit.ts';
export { consumePoint, type RateLimitStore, rateLimiter } from './rate-limit/rate-limiter.ts';
export { type ResourceChallenge, scopesOf } from './routes/challenge.ts';
export {
  type BodyContract,
  optionalBody,
  type Parameter,
  type ParametersOf,
  type ParseResult,
  parameter,
  requiredParameter,
} from './routes/contract.ts';
export { EVENT_STREAM, type EventStream, type ServerSentEvent } from './routes/event-stream.ts';
export { healthRoutes } from './routes/health.ts';
export { metricsRoute } from './routes/metrics-route.ts';
export { pageKeys } from './routes/page-keys.ts';
export {
  pageParameters,
  pageResponse,
  pageResponseJson,
  readPage,
  readPageSize,
} from './routes/paging.ts';
export {
  type JsonText,
  type PreparedBody,
  prepareJson,
  stringify,
} from './routes/prepared-body.ts';
export {
  appRefused,
  type CredentialOptions,
  requireCredential,
} from './routes/required-credential.ts';
export {
  type Route,
  type RouteRequest,
  type RouteResponse,
  routesFor,
} from './routes/route.ts';
export { type RouteLimits, type RouteTableOptions, routeTable } from './routes/route-table.ts';
export { STATUS_PATH, type StatusDependencies, statusRoutes } from './routes/status-route.ts';
export { errorHandler, notFound, withLinks } from './server/error-handler.ts';
export { type Listener, listen } from './server/listen.ts';
export { requestContext } from './server/observe-requests.ts';
export { type AuditedRequest, contextOf, type RequestContext } from './server/request-context.ts';
export { markRoutine } from './server/request-log.ts';
export { isHttps, proxyFaults, requireHttps } from './server/require-https.ts';
export { usageRoute } from './usage/usage-route.ts';
