import { createClient, createCluster, createSentinel } from 'redis';
import { PersistentClient } from './persistent-client.ts';
import { CONNECT_MILLISECONDS, type RedisTarget } from './redis-target.ts';

const PING_MILLISECONDS = 1_000;
/** More than a ping and its answer take, or idle connections would be dropped. */
const SILENCE_MILLISECONDS = 4_000;
const MOST_RETRY_MILLISECONDS = 1_000;
/** How long a node of a cluster is away before the client asks the others who took its place. */
const TOPOLOGY_MILLISECONDS = 1_000;
const USUAL_PORTS = { sentinel: 26_379 };

/** As much as is used of each kind of client. */
export type RedisClient = {
  readonly isOpen: boolean;
  readonly isReady: boolean;
  /** Ends when there is a connection, or when it is destroyed. */
  connect(): Promise<void>;
  /** @param key one of the command's keys, which all lie in one hash slot; nothing where it has none */
  send<T>(key: string | undefined, command: string[]): Promise<T>;
  close(): Promise<void>;
  destroy(): void;
};

/** @param onError told of every connection that is lost or cannot be made */
export function redisClient(target: RedisTarget, onError: (error: Error) => void): RedisClient {
  if ('clusterUrls' in target) return clusterClient(target.clusterUrls, onError);
  if ('sentinelUrls' in target) return sentinelClient(target, onError);
  return serverClient(target.url, onError);
}

const connectionOptions = {
  pingInterval: PING_MILLISECONDS,
  // Without a connection a request fails at once, instead of waiting for one.
  disableOfflineQueue: true,
};

const socketOptions = {
  connectTimeout: CONNECT_MILLISECONDS,
  // Bounds the handshake, too, which has no timeout of its own.
  socketTimeout: SILENCE_MILLISECONDS,
  // The client's own strategy gives up for good after a silence.
  reconnectStrategy: (retries: number) =>
    Math.min(50 * 2 ** retries, MOST_RETRY_MILLISECONDS) + Math.random() * 100,
};

function serverClient(url: string, onError: (error: Error) => void): RedisClient {
  const client = createClient({ url, socket: socketOptions, ...connectionOptions });
  client.on('error', onError);
  return {
    get isOpen() {
      return client.isOpen;
    },
    get isReady() {
      return client.isReady;
    },
    connect: async () => void (await client.connect()),
    send: <T>(_key: string | undefined, command: string[]) => client.sendCommand<T>(command),
    close: () => client.close(),
    destroy: () => client.destroy(),
  };
}

function clusterClient(urls: string[], onError: (error: Error) => void): RedisClient {
  const client = createCluster({
    rootNodes: urls.map((url) => ({ url })),
    defaults: {
      ...connectionOptions,
      ...credentialsOf(urls[0]),
      socket: { ...socketOptions, ...transportOf(urls[0]) },
    },
    // A node is connected to when it is needed: one that is away must not keep all from beginning.
    minimizeConnections: true,
    topologyRefreshOnReconnectionAttemptStrategy: TOPOLOGY_MILLISECONDS,
  });
  client.on('error', onError).on('node-error', onError);
  return new PersistentClient(client, onError, (key, command) =>
    client.sendCommand(key, false, command),
  );
}

type SentinelTarget = Extract<RedisTarget, { sentinelUrls: string[] }>;

function sentinelClient(target: SentinelTarget, onError: (error: Error) => void): RedisClient {
  const { sentinelUrls, sentinelName, username, password } = target;
  const transport = transportOf(sentinelUrls[0]);
  const socket = { ...socketOptions, ...transport };
  const client = createSentinel({
    name: sentinelName,
    sentinelRootNodes: sentinelUrls.map((url) => {
      const { hostname: host, port } = new URL(url);
      return { host, port: Number(port || USUAL_PORTS.sentinel) };
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
  return new PersistentClient(client, onError, (_key, command) =>
    client.sendCommand(false, command),
  );
}

/** Addresses that a cluster or a sentinel tells have no credentials, and say nothing of TLS. */
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
