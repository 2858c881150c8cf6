import { isFirstPartyClient } from './first-party-clients.ts';

/** Grants of an organization's users that end together. Null for those of all users, apps or kinds. */
export type EndedGrants = {
  organizationId: string;
  userId: string | null;
  clientId: string | null;
  /** Whether the client belongs to the platform itself. */
  isFirstParty: boolean | null;
};

/** The `value` of the revocation of ended grants. */
export function formatEndedGrants({
  organizationId,
  userId,
  clientId,
  isFirstParty,
}: EndedGrants): string {
  const kind = isFirstParty === null ? '' : isFirstParty ? 'first_party' : 'app';
  return [organizationId, userId ?? '', clientId ?? '', kind].join(':');
}

/** The user and the app of a grant. */
export type GrantParties = { organizationId: string; userId: string; clientId: string };

/** The `value` of every such revocation that covers a grant. */
export function endsCovering({ organizationId, userId, clientId }: GrantParties): string[] {
  const isFirstParty = isFirstPartyClient(clientId);
  const ends = [
    { userId: null, clientId, isFirstParty: null },
    { userId, clientId, isFirstParty: null },
    { userId, clientId: null, isFirstParty },
    { userId, clientId: null, isFirstParty: null },
  ];
  return ends.map((end) => formatEndedGrants({ organizationId, ...end }));
}
