export {
  type AuditEventList,
  type AuditEventRecord,
  type AuditFilter,
  type AuditQuery,
  auditFilterSchemas,
  instantPattern,
} from './audit.ts';
export {
  ACCESS_TOKEN_SECONDS,
  type AccessTokenClaims,
  type ChangeTagsAnswer,
  type ChangeTagsRequest,
  type ClientRecord,
  type CreateAccountRequest,
  type CreateApiKeyRequest,
  type CreatedAccount,
  type CreatedApiKey,
  type CreateOrganizationRequest,
  type GrantRevocationAnswer,
  type GrantRevocationRequest,
  MAX_TOKEN_REQUEST_CHECKS,
  type OperatorTag,
  type OrganizationRecord,
  operatorTags,
  type Revocation,
  type RevocationFeed,
  type RotateSigningKeysRequest,
  type SecretCheckAnswer,
  type SecretCheckRequest,
  type SigningKeyList,
  type SigningKeyRecord,
  type TokenRequestCheck,
  type TokenRequestChecks,
  type TokenRequestVerdict,
  type TokenRequestVerdicts,
} from './internal-api.ts';
export type { Problem, ProblemSource, Warning } from './problem.ts';
export { type ProblemCode, problem, problemKind } from './problem-kinds.ts';
export {
  holdsRole,
  missingRoles,
  type RoleRequirement,
  readApps,
  rolePattern,
  roles,
} from './roles.ts';
export { storableText } from './storable-text.ts';
