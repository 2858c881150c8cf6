export {
  type AuditEventList,
  type AuditEventRecord,
  type AuditFilter,
  type AuditQuery,
  auditFilterSchemas,
  instantPattern,
} from './audit.ts';
export {
  type CredentialClass,
  type CredentialHolder,
  checkCredential,
  isAppToken,
  RECENT_SIGN_IN_SECONDS,
} from './credential-class.ts';
export { dpopAlgorithms } from './dpop.ts';
export {
  type EmailAddressFault,
  emailAddressPart,
  emailAddressToFind,
  normalizeEmailAddress,
} from './email-address.ts';
export {
  type FirstPartyClient,
  firstPartyCeilings,
  firstPartyClients,
  isFirstPartyClient,
  localProgramClient,
} from './first-party-clients.ts';
export {
  ACCESS_TOKEN_SECONDS,
  type AccessTokenClaims,
  type AppOwner,
  type BlockAppRequest,
  type BlockedAppRecord,
  type ChangeOrganizationRequest,
  type ChangeTagsAnswer,
  type ChangeTagsRequest,
  type CheckedCaller,
  type ClientIdList,
  type ClientRecord,
  type CreateAccountRequest,
  type CreateApiKeyRequest,
  type CreatedAccount,
  type CreatedApiKey,
  type CreateOrganizationRequest,
  type CredentialCheckAnswer,
  type CredentialCheckRequest,
  type EnsureApiKeyRequest,
  type EnsuredApiKey,
  type EnsuredOrganization,
  formatRolesRevision,
  type GrantCount,
  type GrantRevocationAnswer,
  type GrantRevocationRequest,
  MAX_BLOCK_REASON_CHARACTERS,
  MAX_TOKEN_REQUEST_CHECKS,
  type OperatorTag,
  type OrganizationRecord,
  operatorTags,
  parseRolesRevision,
  type RefusedRequestList,
  type RefusedRequestRecord,
  type ReservedName,
  type ReservedNameList,
  type ReserveNameRequest,
  type Revocation,
  type RevocationFeed,
  type RolesRevision,
  type RotateSigningKeysRequest,
  reservedNamePattern,
  type SecretCheckAnswer,
  type SecretCheckRequest,
  type SigningKeyList,
  type SigningKeyRecord,
  type TokenRequestCheck,
  type TokenRequestChecks,
  type TokenRequestVerdict,
  type TokenRequestVerdicts,
  type UserRoles,
  type VerifiedOrganizationRecord,
} from './internal-api.ts';
export { oauthAnswers, registryAnswers } from './internal-schemas.ts';
export type { Problem, ProblemSource, Warning } from './problem.ts';
export { type ProblemCode, problem, problemKind } from './problem-kinds.ts';
export { isBelowCeilings, noCeilings, type RoleCeilings } from './role-ceilings.ts';
export {
  holdsRole,
  missingRoles,
  type RoleChoice,
  type RoleRequirement,
  readApps,
  rolePattern,
  roles,
} from './roles.ts';
export { storableText } from './storable-text.ts';
export {
  CLOCK_TOLERANCE_SECONDS,
  MAX_CREDENTIAL_CHARACTERS,
  MAX_SCOPE_CHARACTERS,
  MAX_SCOPES,
  MAX_SERVICE_URL_CHARACTERS,
} from './token-limits.ts';
export type {
  NewUser,
  PasswordLinkRecord,
  UserChange,
  UserRecord,
  UserStatus,
} from './users.ts';
