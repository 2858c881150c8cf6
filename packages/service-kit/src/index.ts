export { bearerCredential, readCredential, unauthorized } from './authentication/bearer.ts';
export { credentialDigest } from './authentication/credential-digest.ts';
export {
  type InternalCaller,
  type InternalTokens,
  internalAuthentication,
  internalRoles,
} from './authentication/internal-caller.ts';
export type { Clock } from './clock.ts';
export {
  internalTokensOf,
  type TokenVariables,
  tokenFaults,
  tokenProperties,
} from './config/internal-tokens.ts';
export { ConfigError, readConfig, variablesOf } from './config/read-config.ts';
export * as variables from './config/variables.ts';
export { AppError, type AppErrorOptions } from './errors/app-error.ts';
export { constantHeaders } from './http/constant-headers.ts';
export {
  type BodyContract,
  compileContracts,
  type Parameter,
  type ParseResult,
  schemaContract,
} from './http/contract.ts';
export { errorHandler, refusePath } from './http/error-handler.ts';
export { healthRoutes } from './http/health.ts';
export { type Listener, listen } from './http/listen.ts';
export { type PreparedBody, prepareJson } from './http/prepared-body.ts';
export {
  type AuditedRequest,
  contextOf,
  type RequestContext,
  requestContext,
} from './http/request-context.ts';
export { defineRoute, type Route, type RouteAnswer, type RouteRequest } from './http/route.ts';
export { type RouteLimits, routeTable } from './http/route-table.ts';
export { type CallPolicy, callPolicy } from './internal-calls/call-policy.ts';
export { parseJson } from './json/parse-json.ts';
export { logFatalErrors } from './logging/log-fatal-errors.ts';
export { createLogger, type Logger } from './logging/logger.ts';
export { collectSeldom } from './memory/collect-seldom.ts';
export { giveMemoryBack } from './memory/give-memory-back.ts';
export { readGauge, watchPool } from './metrics/gauges.ts';
export { InternalCalls } from './metrics/internal-calls.ts';
export { metricsRoute } from './metrics/metrics-route.ts';
export type { ServiceMetrics } from './metrics/service-metrics.ts';
export { onceSettled } from './once-settled.ts';
export { networkOf } from './rate-limit/network.ts';
export { byNetwork, type RateLimit, rateLimit } from './rate-limit/rate-limit.ts';
export { stopSignals } from './stop-signals.ts';
export { openTelemetry, type Telemetry } from './telemetry.ts';
