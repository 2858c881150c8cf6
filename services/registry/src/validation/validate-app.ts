import {
  type AppDefinition,
  applyExcuses,
  type ExcusedFinding,
  type Finding,
  findingsOf,
  hideSecrets,
  type Inspection,
} from '@app-platform/app-definition';
import { AppError, type RequestContext } from '@app-platform/http-api';
import { isUniqueViolation } from '@app-platform/runtime/database';
import { registerInTransaction } from '../apps/register-app.ts';
import type { Registration } from '../apps/registration.ts';
import { ConcurrentRegistrationError } from '../apps/registration-conflict.ts';
import type { Principal } from '../authentication/principal.ts';
import type { Dependencies } from '../dependencies.ts';
import type { AppStores } from '../stores.ts';
import { attributeFindings } from './attribute-findings.ts';
import { changeFindings, type VersionAdvice, versionAdvice } from './version-advice.ts';
import { findVersionBefore, type VersionBefore } from './version-before.ts';

/** A definition that was inspected and not registered. */
export type InspectedDefinition = { body: unknown; text: string; inspection: Inspection };

/** What registration would answer, and what it would not say. */
export type ValidationReport = {
  /** Whether registration would accept the definition now. */
  valid: boolean;
  /** Under which the app would be registered; null where registration does not come that far. */
  name: string | null;
  /** Of the app's attributes; null likewise. */
  identifier: string | null;
  version: VersionAdvice;
  errors: Finding[];
  warnings: Finding[];
  excused: ExcusedFinding[];
};

/** What the registry found, beside the definition on its own. */
type Trial = {
  name: string | null;
  identifier: string | null;
  before: VersionBefore | undefined;
  findings: Finding[];
};

/** Ends the transaction of a registration that was tried. */
class TriedRegistration extends Error {
  readonly trial: Trial;

  constructor(trial: Trial) {
    super('the registration was tried only');
    this.trial = trial;
  }
}

/**
 * Validates a definition without registering it: the registration runs in a transaction that is
 * rolled back. So the answer is that of registration, and no version is used up.
 */
export async function validateApp(
  dependencies: Dependencies,
  principal: Principal,
  { body, text, inspection }: InspectedDefinition,
  context: RequestContext,
): Promise<ValidationReport> {
  const definition = inspection.definition ?? identityOf(body, inspection);
  const registration = definition && {
    definition,
    definitionText: inspection.definition ? text : JSON.stringify(definition),
    warnings: [],
  };
  const trial = registration
    ? await tryRegistration(dependencies, principal, registration, context)
    : { name: null, identifier: null, before: undefined, findings: [] };
  // The registration of a wrong definition knows its identity alone.
  const findings = hideSecrets(trial.findings, body);
  return reportOf(inspection, { ...trial, findings }, definition);
}

function reportOf(
  inspection: Inspection,
  { name, identifier, before, findings }: Trial,
  definition: AppDefinition | undefined,
): ValidationReport {
  const advice = versionAdvice(inspection.definition, definition?.version ?? null, before);
  const ofChange = changeFindings(inspection.definition, before, advice);
  const errors = [...inspection.errors, ...findings.filter(({ severity }) => severity === 'error')];
  const found = [...findings.filter(({ severity }) => severity === 'warning'), ...ofChange];
  const { kept, excused } = applyExcuses(inspection.definition ?? {}, found);
  return {
    valid: errors.length === 0,
    name,
    identifier,
    version: advice,
    errors,
    warnings: [...inspection.warnings, ...kept],
    excused: [...inspection.excused, ...excused],
  };
}

/** The properties by which registration finds the app, where they themselves are right. */
function identityOf(body: unknown, { errors }: Inspection): AppDefinition | undefined {
  const wrong = errors.map(({ source }) => (source && 'pointer' in source ? source.pointer : ''));
  const isRight = (name: string) => !wrong.some((pointer) => `${pointer}/`.startsWith(`/${name}/`));
  const names = ['app', 'version', 'title', 'visibility', 'identifier'].filter(isRight);
  const given = Object.entries(body ?? {}).filter(([name]) => names.includes(name));
  const identity = Object.fromEntries(given) as Partial<AppDefinition>;
  const { app, version } = identity;
  return app === undefined || version === undefined ? undefined : { ...identity, app, version };
}

async function tryRegistration(
  dependencies: Dependencies,
  principal: Principal,
  registration: Registration,
  context: RequestContext,
): Promise<Trial> {
  const { database, publicApps = 'anyone' } = dependencies;
  const attempt = async (isRetry: boolean): Promise<Trial> => {
    const request = { registration, principal, context, publicApps, isRetry };
    try {
      await database.appTransaction(async (stores) => {
        throw new TriedRegistration(await trialIn(stores, request));
      });
    } catch (error) {
      if (error instanceof TriedRegistration) return error.trial;
      throw error;
    }
    throw new Error('a trial was kept');
  };
  try {
    return await attempt(false);
  } catch (error) {
    if (!(error instanceof ConcurrentRegistrationError) && !isUniqueViolation(error)) throw error;
    return attempt(true);
  }
}

type TrialRequest = Parameters<typeof registerInTransaction>[1];

async function trialIn(stores: AppStores, request: TrialRequest): Promise<Trial> {
  const { principal, registration } = request;
  const { organizationId } = principal;
  const before = await findVersionBefore(stores, organizationId, registration.definition);
  try {
    const { version, app, warnings } = await registerInTransaction(stores, request);
    const attributes = await attributeFindings(stores, principal, {
      ...{ name: version.name, definition: registration.definition, app, before },
    });
    const findings = [...findingsOf(warnings, registration.definition), ...attributes];
    return { name: version.name, identifier: app.identifier, before, findings };
  } catch (error) {
    // A unique violation has ended the transaction, and is tried again outside.
    const refusal = error instanceof ConcurrentRegistrationError ? error.refusal : error;
    if (!(refusal instanceof AppError)) throw error;
    const findings = findingsOf(refusal.problems, registration.definition);
    const { name = null, identifier = null } = before ?? {};
    return { name, identifier, before, findings };
  }
}
