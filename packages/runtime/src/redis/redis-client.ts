import { createClient, createCluster, createSentinel } from 'redis';
import { CONNECT_MILLISECONDS, type RedisTarget } from './redis-target.ts';

const PING_MILLISECONDS = 1_000;
/** Longer than the interval of pings, which keep an idle connection open. */
const SILENCE_MILLISECONDS = 4_000;
const MAX_RETRY_MILLISECONDS = 1_000;
/** After this a lost node makes the client read the topology again. */
const TOPOLOGY_MILLISECONDS = 1_000;
const DEFAULT_SENTINEL_PORT = 26_379;

/** The common part of node-redis' clients for a server, a cluster and sentinels. */
export type RedisClient = {
  readonly isOpen: boolean;
  readonly isReady: boolean;
  connect(): Promise<unknown>;
  /** @param key a key of the command, which selects the cluster node; undefined without keys */
  send<T>(key: string | undefined, command: string[]): Promise<T>;
  close(): Promise<unknown>;
  destroy(): void | Promise<void>;
};

/** @param onError called for each connection that is lost or cannot be made */
export function redisClient(target: RedisTarget, onError: (error: Error) => void): RedisClient {
  if ('clusterUrls' in target) return clusterClient(target.clusterUrls, onError);
  if ('sentinelUrls' in target) return sentinelClient(target, onError);
  const client = createClient({ url: target.url, socket: socketOptions, ...connectionOptions });
  client.on('error', onError);
  return clientOf(client, (_key, command) => client.sendCommand(command));
}

const connectionOptions = {
  pingInterval: PING_MILLISECONDS,
  // Commands fail at once without a connection instead of queueing.
  disableOfflineQueue: true,
};

const socketOptions = {
  connectTimeout: CONNECT_MILLISECONDS,
  // Bounds the handshake too.
  socketTimeout: SILENCE_MILLISECONDS,
  // The default strategy gives up for good after a socket timeout.
  reconnectStrategy: (retries: number) =>
    Math.min(50 * 2 ** retries, MAX_RETRY_MILLISECONDS) + Math.random() * 100,
};

function clusterClient(urls: string[], onError: (error: Error) => void): RedisClient {
  const client = createCluster({
    rootNodes: urls.map((url) => ({ url })),
    defaults: {
      ...connectionOptions,
      ...credentialsOf(urls[0]),
      socket: { ...socketOptions, ...transportOf(urls[0]) },
    },
    // Connects to a node at its first command, so that one lost node does not block the start.
    minimizeConnections: true,
    topologyRefreshOnReconnectionAttemptStrategy: TOPOLOGY_MILLISECONDS,
  });
  client.on('error', onError).on('node-error', onError);
  return clientOf(client, (key, command) => client.sendCommand(key, false, command));
}

type SentinelTarget = Extract<RedisTarget, { sentinelUrls: string[] }>;

function sentinelClient(target: SentinelTarget, onError: (error: Error) => void): RedisClient {
  const { sentinelUrls, sentinelName, username, password } = target;
  const socket = { ...socketOptions, ...transportOf(sentinelUrls[0]) };
  const client = createSentinel({
    name: sentinelName,
    sentinelRootNodes: sentinelUrls.map((url) => {
      const { hostname: host, port } = new URL(url);
      return { host, port: Number(port || DEFAULT_SENTINEL_PORT) };
    }),
    nodeClientOptions: {
      ...connectionOptions,
      ...(username && { username }),
      ...(password && { password }),
      socket,
    },
    sentinelClientOptions: { ...credentialsOf(sentinelUrls[0]), socket },
    scanInterval: TOPOLOGY_MILLISECONDS,
    passthroughClientErrorEvents: true,
  });
  client.on('error', onError);
  return clientOf(client, (_key, command) => client.sendCommand(false, command));
}

function clientOf(client: Omit<RedisClient, 'send'>, send: RedisClient['send']): RedisClient {
  return {
    get isOpen() {
      return client.isOpen;
    },
    get isReady() {
      return client.isReady;
    },
    connect: () => client.connect(),
    send,
    close: () => client.close(),
    destroy: () => client.destroy(),
  };
}

/** Addresses reported by a cluster or a sentinel carry no credentials and no TLS setting. */
function credentialsOf(url = '') {
  const { username, password } = new URL(url);
  return {
    ...(username && { username: decodeURIComponent(username) }),
    ...(password && { password: decodeURIComponent(password) }),
  };
}

function transportOf(url = ''): { tls: true } | Record<never, never> {
  return url.startsWith('rediss:') ? { tls: true } : {};
}
