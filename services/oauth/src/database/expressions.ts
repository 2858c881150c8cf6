import { firstPartyClients } from '@app-platform/contracts';

/** The column is a client of the platform itself. */
export const FIRST_PARTY = `IN (${firstPartyClients.map((client) => `'${client}'`).join(', ')})`;

/** No end of grants of the account `a` covers what was created then. */
const notEnded = (client: string, createdAt: string) => `NOT EXISTS (
        SELECT FROM ended_grants e
        WHERE e.organization_id = a.organization_id AND e.ended_at >= ${createdAt}
          AND (e.account_id IS NULL OR e.account_id = a.id)
          AND (e.client_id IS NULL OR e.client_id = ${client})
          AND (e.is_first_party IS NULL OR e.is_first_party = (${client} ${FIRST_PARTY})))`;

/** The grant `g` of the account `a` has not ended. Until it is removed it is void. */
export const IS_GRANT = `(a.grants_since IS NULL OR g.created_at > a.grants_since)
      AND ${notEnded('g.client_id', 'g.created_at')}`;

/** The consent `c` of the account `a` has not ended. */
export const IS_CONSENT = notEnded('c.client_id', 'c.granted_at');

/** The scopes of the grant `g`, for all of its resources. */
export const GRANTED_SCOPES = `ARRAY(
        SELECT unnest(string_to_array(value, ' ')) FROM jsonb_each_text(g.payload->'resources'))`;
