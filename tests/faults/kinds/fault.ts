import type { Cluster } from '../cluster.ts';

/** Something that breaks, and is mended again. */
export type Fault = {
  name: string;
  /** Whether callers must not see any of it: no failed request. */
  mustNotShow?: true;
  /**
   * Breaks something, and mends it.
   * @param holdMilliseconds how long it stays broken
   */
  inflict(cluster: Cluster, holdMilliseconds: number): Promise<void>;
};
