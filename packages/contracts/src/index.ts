export {
  ACCESS_TOKEN_SECONDS,
  type AccessTokenClaims,
  CLOCK_TOLERANCE_SECONDS,
  dpopAlgorithms,
  formatRolesRevision,
  MAX_CREDENTIAL_CHARACTERS,
  MAX_SCOPE_CHARACTERS,
  MAX_SCOPES,
  MAX_SERVICE_URL_CHARACTERS,
  parseRolesRevision,
  type RolesRevision,
} from './access-token.ts';
export {
  ACTIVITY_DAYS,
  ActivitySummary,
  ActivitySummaryQuery,
  OauthActivity,
  type OauthActivityKind,
  oauthActivityKinds,
  type RegistryActivityKind,
  registryActivityKinds,
} from './activity.ts';
export { appNamePattern } from './app-name.ts';
export {
  type AssistantPolicy,
  assistantPolicies,
  DEFAULT_ASSISTANT_POLICY,
} from './assistant-policy.ts';
export {
  type AuditEventRecord,
  type AuditFilter,
  type AuditQuery,
  auditFilterSchemas,
} from './audit.ts';
export { auditFilterLimits } from './audit-filter-limits.ts';
export {
  appChangeKinds,
  appOfChange,
  type Change,
  ChangeBatch,
  changeKeys,
  changeKinds,
  changePosition,
  keysOfChange,
  revocationAdded,
} from './changes.ts';
export {
  CONSOLE_CALLBACK_PATH,
  CONSOLE_PATH,
  consoleClient,
  consoleScopes,
  type DocumentationSignIn,
  documentationSignInKeys,
} from './console-sign-in.ts';
export {
  type CredentialClass,
  type CredentialHolder,
  checkCredential,
  isAppToken,
  RECENT_SIGN_IN_SECONDS,
  SIGN_IN_MAX_AGE_SECONDS,
} from './credential-class.ts';
export {
  emailAddressPart,
  emailAddressToFind,
  normalizeEmailAddress,
} from './email-address.ts';
export {
  type EndedGrants,
  endsCovering,
  formatEndedGrants,
  type GrantParties,
} from './ended-grants.ts';
export {
  type FirstPartyClient,
  firstPartyCeilings,
  firstPartyClients,
  isFirstPartyClient,
  localProgramClient,
} from './first-party-clients.ts';
export { type IdentityScope, identityScopes, isIdentityScope } from './identity-scopes.ts';
export {
  clientId as clientIdSchema,
  instant as instantSchema,
  OrganizationRecords,
  organizationId as organizationIdSchema,
  recordsCursor,
} from './internal-schemas.ts';
export { oauthErrors } from './oauth-errors.ts';
export {
  AuditEventList,
  CreateAccountRequest,
  CreatedAccount,
  GrantCount,
  GrantRevocationRequest,
  GrantRevocationResponse,
  InstallationRequestMail,
  InstallationRequestMailResponse,
  OrganizationPolicies,
  OrganizationRemovalRequest,
  OrganizationRemovalResponse,
  PersonName,
  RecentRefusedRequests,
  RecentRefusedRequestsQuery,
  RefusedRequestList,
  type RefusedRequestRecord,
  type Revocation,
  RevocationFeed,
  RotateSigningKeysRequest,
  SigningKeyList,
  SigningKeyRecord,
  UserIdentity,
  UserRoles,
} from './oauth-internal-api.ts';
export { type OperatorTag, operatorTags } from './operator-tags.ts';
export { normalizePersonName } from './person-name.ts';
export {
  organizationSuspended,
  type Problem,
  type ProblemSource,
  problem,
  type Warning,
} from './problem.ts';
export { type ProblemCode, type ProblemKind, problemKinds } from './problem-kinds.ts';
export {
  type AppLimit,
  type AppOwner,
  BlockAppRequest,
  BlockedAppRecord,
  ChangeOrganizationRequest,
  ChangeTagsRequest,
  ChangeTagsResponse,
  type CheckedCaller,
  ClientIdList,
  ClientRecord,
  CreateApiKeyRequest,
  CreatedApiKey,
  CreateOrganizationRequest,
  CredentialCheckRequest,
  CredentialCheckResponse,
  EnsureApiKeyRequest,
  EnsuredApiKey,
  EnsuredOrganization,
  MAX_TOKEN_REQUEST_CHECKS,
  OrganizationDeletionRecord,
  OrganizationRecord,
  OrganizationState,
  ReservedName,
  ReservedNameList,
  ReserveNameRequest,
  type RoleCeilings,
  reservedNameSchema,
  SecretCheckRequest,
  SecretCheckResponse,
  SuspendedOrganizationRecord,
  SuspendOrganizationRequest,
  type TokenRequestCheck,
  TokenRequestChecks,
  type TokenRequestClient,
  TokenRequestClientQuestions,
  TokenRequestClients,
  type TokenRequestParties,
  type TokenRequestVerdict,
  TokenRequestVerdicts,
  VerifiedOrganizationRecord,
} from './registry-internal-api.ts';
export {
  MCP_ACCESS_TOKEN_SECONDS,
  MCP_PATH,
  mcpResource,
  type ResourceName,
  resourceName,
  resourceNames,
} from './resources.ts';
export { isBelowCeilings, mayUse, noCeilings } from './role-ceilings.ts';
export { describeRole, type RoleWords, roleWords } from './role-words.ts';
export {
  holdsRole,
  missingRoles,
  type Role,
  type RoleChoice,
  type RoleRequirement,
  readApps,
  roleDescriptions,
  rolePattern,
  roles,
  rolesSatisfying,
  wideRoles,
} from './roles.ts';
export { storableText } from './storable-text.ts';
export {
  isUsageDay,
  type OauthUsageKind,
  OauthUsagePage,
  oauthUsageKinds,
  type RegistryUsageKind,
  RegistryUsagePage,
  registryUsageKinds,
  usageDaySchema,
} from './usage.ts';
export type {
  NewUser,
  PasswordLinkRecord,
  UserChange,
  UserRecord,
  UserStatus,
} from './users.ts';
