import type { Cluster, ReplicatedServices } from '../cluster.ts';

/** Something that breaks, and is mended again. */
export type Fault<C extends ReplicatedServices = Cluster> = {
  name: string;
  /** Whether callers must not see any of it: no failed request. */
  mustNotShow?: true;
  /**
   * Breaks something, and mends it.
   * @param holdMilliseconds how long it stays broken
   */
  inflict(cluster: C, holdMilliseconds: number): Promise<void>;
};
