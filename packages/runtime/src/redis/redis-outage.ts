import { ErrorReply } from 'redis';

/** Replies of a server that starts, fails over, is a replica, is full, or lets nobody in. */
const NOT_NOW =
  /^(LOADING|READONLY|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|NOREPLICAS|OOM|MISCONF|NOAUTH|WRONGPASS)\b/;

/** Redis cannot be used now: there is no connection, no answer in time, or its server refuses commands. */
export class RedisOutage extends Error {
  override readonly name = 'RedisOutage';

  /** @param cause of the client */
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** @returns an outage, or the error itself where the server says that the command is wrong */
export function redisFailure(error: unknown): unknown {
  const isOfCommand = error instanceof ErrorReply && !NOT_NOW.test(error.message);
  return isOfCommand ? error : new RedisOutage(error);
}
