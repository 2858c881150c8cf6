import { organizationSuspended } from '@app-platform/contracts';
import { AppError } from '@app-platform/http-api';
import type { Suspension } from './credential-store.ts';

/** A valid credential of a suspended organization. */
export class OrganizationSuspended extends AppError {
  readonly reason: string;

  constructor(reason: string) {
    super(organizationSuspended(reason));
    this.reason = reason;
  }
}

/** @throws OrganizationSuspended (403) */
export function refuseSuspended({ suspendedReason }: Suspension): void {
  if (suspendedReason !== null) throw new OrganizationSuspended(suspendedReason);
}
