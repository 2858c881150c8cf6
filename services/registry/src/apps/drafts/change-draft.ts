import { type AppDefinition, privateName, secretWarnings } from '@app-platform/app-definition';
import { problem, type Warning } from '@app-platform/contracts';
import { AppError, type RequestContext } from '@app-platform/http-api';
import type { Clock } from '@app-platform/runtime';
import { isUniqueViolation } from '@app-platform/runtime/database';
import type { AuditStores } from '../../audit/audit-store.ts';
import type { Principal } from '../../authentication/principal.ts';
import type { Database } from '../../database/database.ts';
import type { App, InheritedFields, LockedApp } from '../app-store.ts';
import {
  findAppOf,
  hadVersion,
  identifierFor,
  newClientId,
  shortName,
} from '../registration/app-of-definition.ts';
import {
  inheritedFields,
  newVersion,
  nothingInherited,
  type Registration,
} from '../registration/new-version.ts';
import {
  identifierChanged,
  nameTaken,
  titleMissing,
  unknownDependencies,
} from '../registration/registration-problems.ts';
import type { Draft, DraftStores } from './draft-store.ts';
import { lockDraft } from './find-draft.ts';

const KEPT_MILLISECONDS = 7 * 86_400_000;

export type DraftDependencies = { database: Database<DraftStores & AuditStores>; clock: Clock };

/** An app with or without a version. */
type DraftedApp = App & InheritedFields;

export type StoredDraft = { draft: Draft; warnings: Warning[] };

/**
 * Replaces the organization's draft of an app. The definition is checked as at registration; its
 * version need not be higher than those of the app, and is not used up.
 * @throws AppError `invalid_definition`, `duplicate`, `identifier_changed`
 */
export async function putDraft(
  { database, clock }: DraftDependencies,
  principal: Principal,
  { app, registration }: { app: string; registration: Registration },
  context: RequestContext,
): Promise<StoredDraft> {
  const { organizationId } = principal;
  const { definition } = registration;
  if (shortName(app, organizationId) !== shortName(definition.app, organizationId)) {
    const detail = `The path names '${app}', and the definition '${definition.app}'. Send the draft of an app to its own path.`;
    throw new AppError(problem('invalid_definition', detail, { pointer: '/app' }));
  }
  const store = () =>
    database.transaction((stores) =>
      putIn(stores, { registration, principal, context, now: clock() }),
    );
  try {
    return await store();
  } catch (error) {
    // Another request took the name first. Its app is found now.
    if (!isUniqueViolation(error)) throw error;
    return store();
  }
}

type DraftRequest = {
  registration: Registration;
  principal: Principal;
  context: RequestContext;
  now: Date;
};

async function putIn(
  stores: DraftStores & AuditStores,
  request: DraftRequest,
): Promise<StoredDraft> {
  const { registration, principal, context, now } = request;
  const { definition } = registration;
  const { organizationId } = principal;
  const app = await draftedApp(stores, organizationId, definition);
  const [before] = await stores.drafts.find(organizationId, [app.name]);
  const version = draftVersion(registration, app);
  const expiresAt = new Date(now.getTime() + KEPT_MILLISECONDS);
  const versionId = await stores.drafts.put(app.appId, version, expiresAt);
  if (before) await stores.drafts.removeUnusedVersion(before.versionId);
  await stores.audit.record({
    actor: principal,
    action: 'app_draft.put',
    subject: app.name,
    organizationId,
    context,
    after: { version: version.version },
  });
  const { appId, name, identifier, clientId, visibility } = app;
  const { definitionText } = registration;
  const draft = {
    ...{ appId, versionId, name, identifier, clientId, visibility, expiresAt },
    definitionText,
  };
  const unknown = await unknownDependencies(stores, organizationId, definition);
  const warnings = [...registration.warnings, ...secretWarnings(registration.secrets), ...unknown];
  return { draft, warnings };
}

/** Build metadata distinguishes a draft from a registered version of the same number. */
function draftVersion(registration: Registration, app: DraftedApp) {
  const version = newVersion(registration, app, app, []);
  const mark = version.version.includes('+') ? '.draft' : '+draft';
  return { ...version, version: version.version + mark };
}

/** The registered app, or one without versions. That is private, whatever the definition says. */
async function draftedApp(
  stores: DraftStores & AuditStores,
  organizationId: string,
  definition: AppDefinition,
): Promise<DraftedApp> {
  const { registered, unversioned } = await findAppOf(stores, organizationId, definition);
  if (registered) {
    refuseUnlessOwn(registered, organizationId, definition);
    return { ...registered, ...(await inheritedFields(stores, registered, definition.version)) };
  }
  const { title } = definition;
  if (title === undefined) throw titleMissing();
  const app = await (unversioned
    ? changeDraftApp(stores, unversioned, definition, title)
    : addDraftApp(stores, organizationId, definition, title));
  return { ...nothingInherited, ...app, organizationId, visibility: 'private' };
}

/** @throws AppError as a registration of the next version would */
function refuseUnlessOwn(
  app: LockedApp,
  organizationId: string,
  { identifier }: AppDefinition,
): void {
  if (app.organizationId !== organizationId) throw nameTaken(app.name);
  if (identifier !== undefined && identifier !== app.identifier) {
    throw new AppError(identifierChanged(app.identifier));
  }
}

async function changeDraftApp(
  { drafts }: DraftStores,
  app: LockedApp,
  definition: AppDefinition,
  title: string,
) {
  if (hadVersion(app)) refuseUnlessOwn(app, app.organizationId, definition);
  const { appId, name, clientId, ...before } = app;
  const identifier = definition.identifier ?? before.identifier;
  await drafts.describeApp(appId, title, identifier);
  return { appId, name, clientId, identifier };
}

async function addDraftApp(
  { drafts }: DraftStores,
  organizationId: string,
  definition: AppDefinition,
  title: string,
) {
  const name = privateName(definition.app, organizationId);
  const identifier = definition.identifier ?? identifierFor(name);
  const clientId = newClientId();
  const appId = await drafts.addApp({ name, organizationId, identifier, clientId, title });
  return { appId, name, clientId, identifier };
}

/** Removes a draft. Where it is installed, it stays so. @throws AppError `not_found` */
export function removeDraft(
  { database, clock }: DraftDependencies,
  principal: Principal,
  app: string,
  context: RequestContext,
): Promise<void> {
  return database.transaction(async (stores) => {
    const reference = { text: app, source: { parameter: 'app' } };
    const { name, appId, versionId } = await lockDraft(stores, principal, reference, clock());
    await stores.drafts.remove(appId);
    await stores.drafts.removeUnusedVersion(versionId);
    await stores.drafts.removeUnusedApp(appId);
    await stores.audit.record({
      actor: principal,
      action: 'app_draft.removed',
      subject: name,
      organizationId: principal.organizationId,
      context,
    });
  });
}
