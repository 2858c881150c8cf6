import type { ChangeBatch } from '@app-platform/contracts';

/** Where a feed reads: this service's database, or the other service. */
export type ChangeSource = {
  /** @param after a position that it gave; left out for the present position alone */
  read(after?: string): Promise<ChangeBatch>;
  /** Called after each reading. */
  forget?(position: string): Promise<void>;
};
