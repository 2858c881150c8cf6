// Schemas of variables that both services read.

export const port = { type: 'integer', minimum: 0, maximum: 65_535 } as const;

export const perMinute = { type: 'integer', minimum: 1, maximum: 1_000_000_000 } as const;

export const databaseUrl = {
  type: 'string',
  pattern: '^(postgres(ql)?://|pglite:)',
  format: 'url',
} as const;

export const databaseConnections = {
  type: 'integer',
  minimum: 1,
  maximum: 200,
  default: 10,
} as const;

export const trustedProxies = { type: 'integer', minimum: 0, maximum: 10, default: 0 } as const;

export const drainMilliseconds = {
  type: 'integer',
  minimum: 0,
  maximum: 60_000,
  default: 500,
} as const;

export const logLevel = {
  type: 'string',
  enum: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
  default: 'info',
} as const;

export type RetentionVariables = { AUDIT_RETENTION_DAYS: number; AUDIT_EXPORT_FOLDER?: string };

export const retentionProperties = {
  AUDIT_RETENTION_DAYS: { type: 'integer', minimum: 30, maximum: 36_500 },
  AUDIT_EXPORT_FOLDER: { type: 'string', nullable: true },
} as const;
