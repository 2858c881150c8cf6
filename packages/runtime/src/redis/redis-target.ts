/** How long an attempt to connect may take. */
export const CONNECT_MILLISECONDS = 3_000;

/** The address of Redis: one server, a cluster, or a server watched by sentinels. */
export type RedisTarget =
  | { url: string }
  | { clusterUrls: string[] }
  | {
      sentinelUrls: string[];
      /** The server's name among the sentinels. */
      sentinelName: string;
      /** The server's own credentials; those in the addresses are the sentinels'. */
      username?: string | undefined;
      password?: string | undefined;
    };

/** Environment variables of the target. */
export type RedisVariables = {
  REDIS_URL?: string;
  REDIS_CLUSTER_URLS?: string;
  REDIS_SENTINEL_URLS?: string;
  REDIS_SENTINEL_NAME?: string;
  REDIS_USERNAME?: string;
  REDIS_PASSWORD?: string;
};

const optional = { type: 'string', nullable: true } as const;
const list = { ...optional, pattern: '^rediss?://[^,]+(,rediss?://[^,]+)*$' } as const;

/** The schema of those variables. */
export const redisProperties = {
  REDIS_URL: { ...optional, pattern: '^rediss?://[^,]+$' },
  REDIS_CLUSTER_URLS: list,
  REDIS_SENTINEL_URLS: list,
  REDIS_SENTINEL_NAME: optional,
  REDIS_USERNAME: optional,
  REDIS_PASSWORD: optional,
} as const;

/** @returns undefined when no Redis is configured */
export function redisTargetOf(values: RedisVariables): RedisTarget | undefined {
  const { REDIS_URL, REDIS_CLUSTER_URLS, REDIS_SENTINEL_URLS, REDIS_SENTINEL_NAME } = values;
  if (REDIS_CLUSTER_URLS) return { clusterUrls: REDIS_CLUSTER_URLS.split(',') };
  if (REDIS_SENTINEL_URLS && REDIS_SENTINEL_NAME) {
    return {
      sentinelUrls: REDIS_SENTINEL_URLS.split(','),
      sentinelName: REDIS_SENTINEL_NAME,
      username: values.REDIS_USERNAME,
      password: values.REDIS_PASSWORD,
    };
  }
  return REDIS_URL ? { url: REDIS_URL } : undefined;
}

/** Faults of their combination. */
export function redisFaults(values: RedisVariables): string[] {
  const places = ['REDIS_URL', 'REDIS_CLUSTER_URLS', 'REDIS_SENTINEL_URLS'] as const;
  const isSentinel = Boolean(values.REDIS_SENTINEL_URLS);
  const ofSentinels = ['REDIS_SENTINEL_NAME', 'REDIS_USERNAME', 'REDIS_PASSWORD'] as const;
  return [
    ...(places.filter((name) => values[name]).length > 1
      ? [`only one of ${places.join(', ')} is set`]
      : []),
    ...places
      .filter((name) => values[name]?.split(',').some((url) => !isAddress(url)))
      .map(
        (name) =>
          `${name} holds an address that is not redis://USER:PASSWORD@HOST:PORT, percent-encoded`,
      ),
    ...(isSentinel && !values.REDIS_SENTINEL_NAME
      ? ['REDIS_SENTINEL_NAME is required beside REDIS_SENTINEL_URLS']
      : []),
    ...ofSentinels
      .filter((name) => values[name] && !isSentinel)
      .map((name) => `${name} is for REDIS_SENTINEL_URLS; elsewhere it is part of the URL`),
  ];
}

/** The path, if any, must be a database number. */
function isAddress(url: string): boolean {
  try {
    const { username, password, pathname } = new URL(url);
    decodeURIComponent(username + password);
    return /^(\/\d*)?$/.test(pathname);
  } catch {
    return false;
  }
}
