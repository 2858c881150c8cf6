import { byUser, cursor, type OperationRows, reads, unchanged, values } from './operation.ts';

const NO_ID = '00000000-0000-4000-8000-000000000001';
const user = { id: '@@userId@@' };
const administrator = { id: '@@administratorId@@' };
const app = { app: '@@administeredApp@@' };
const decided = { id: '@@consentRequestId@@', scopes: ['@@consentRequestScope@@'] };

/** Administration of users, of what they have allowed, and of what they request. */
export const userOperations: OperationRows = {
  createUser: values(
    { email: '@@freshEmail@@', roles: ['org.permission'] },
    { email: '@@freshEmail@@', roles: [], password: 'long enough' },
  ),
  listUsers: reads({}, cursor('a@example.com'), { query: 'a' }),
  readSignedInUser: {
    values: [
      { fields: {}, headers: byUser },
      { fields: {}, headers: { ...byUser, ...unchanged } },
    ],
  },
  readUser: reads(user),
  changeUser: values(
    { ...user, roles: ['org.permission.customer'] },
    { ...user, password: 'another long one' },
  ),
  deleteUser: values(user),
  disableUser: values(user, administrator),
  enableUser: values({ id: '@@disabledUserId@@' }),
  endSessions: values(user, administrator),
  createPasswordLink: values(user),
  listGrants: reads(
    {},
    app,
    { ...app, ...cursor(`a@example.com ${'a'.repeat(43)}`) },
    { kind: 'app' },
    { concern: 'unverified' },
    { user: NO_ID },
  ),
  endGrant: values({ id: '@@grantId@@' }),
  endGrants: {
    values: [
      { fields: { ...app, kind: 'app' } },
      { fields: { client: 'console', kind: 'first_party' }, changesNothing: true },
    ],
  },
  listConsentRequests: reads({}, { state: 'denied' }, cursor(NO_ID)),
  decideConsentRequest: values(
    { ...decided, decision: 'denied' },
    { ...decided, decision: 'approved' },
  ),
  readOrganization: reads(),
  changeOrganization: values(
    { consentPolicy: 'user', assistants: 'read', requestMails: 'on' },
    { consentPolicy: 'administrator', assistants: 'write', requestMails: 'off' },
  ),
};
