import type { Cluster, ReplicatedServices } from '../platform/cluster.ts';

/** A failure that is inflicted and then repaired. */
export type Fault<C extends ReplicatedServices = Cluster> = {
  name: string;
  /** Callers must not see any of it: no failed request. */
  mustNotShow?: true;
  /**
   * Inflicts the failure and repairs it.
   * @param holdMilliseconds how long the failure lasts
   */
  inflict(cluster: C, holdMilliseconds: number): Promise<void>;
};
