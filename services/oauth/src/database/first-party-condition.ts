import { firstPartyClients } from '@app-platform/contracts';

/** A condition of statements: the column is a client of the platform itself. */
export const FIRST_PARTY = `IN (${firstPartyClients.map((client) => `'${client}'`).join(', ')})`;
