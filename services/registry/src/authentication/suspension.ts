import { problem } from '@app-platform/contracts';
import { AppError } from '@app-platform/http-api';
import type { Suspension } from './credential-store.ts';

/** A valid credential of a suspended organization. */
export class OrganizationSuspended extends AppError {
  readonly reason: string;

  constructor(reason: string) {
    const detail = `The operator of this platform has suspended your organization: ${reason}`;
    super(problem('organization_suspended', detail, { header: 'authorization' }, { reason }));
    this.reason = reason;
  }
}

/** @throws OrganizationSuspended (403) */
export function refuseSuspended({ suspendedReason }: Suspension): void {
  if (suspendedReason !== null) throw new OrganizationSuspended(suspendedReason);
}
