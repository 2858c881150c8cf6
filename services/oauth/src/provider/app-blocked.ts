import type { ClientRecord } from '@app-platform/contracts';
import { errors } from 'oidc-provider';

/** Only these may be in an `error_description` (RFC 6749 appendix A.8). */
const REFUSED_CHARACTERS = /[^\x20-\x21\x23-\x5b\x5d-\x7e]/gu;

/** The operator blocks the client's app. */
export class AppBlocked extends errors.InvalidClient {
  /** For people: as the operator wrote it. */
  readonly reason: string;

  constructor(reason: string) {
    const inAscii = reason.replaceAll('"', "'").replaceAll(REFUSED_CHARACTERS, '?');
    super(`the operator of this platform has blocked the app: ${inAscii}`);
    this.reason = reason;
  }
}

/** @throws AppBlocked (400 `invalid_client`) */
export function refuseBlocked({ blockedReason }: Pick<ClientRecord, 'blockedReason'>): void {
  if (typeof blockedReason === 'string') throw new AppBlocked(blockedReason);
}
