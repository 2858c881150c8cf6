import {
  type AppDefinition,
  applyExcuses,
  type ExcusedFinding,
  type Finding,
  findingsOf,
  hideSecrets,
  type Inspection,
  leakedSecrets,
  type PlacedSecret,
  registryRules,
  warningOf,
} from '@app-platform/app-definition';
import { AppError, type RequestContext } from '@app-platform/http-api';
import {
  anyObject,
  boolean,
  choice,
  component,
  list,
  problem,
  response,
  text,
  textOrNull,
} from '@app-platform/http-api/schemas';
import { isUniqueViolation } from '@app-platform/runtime/database';
import { type Static, Type } from '@sinclair/typebox';
import { namespacedAttributes } from '../../attributes/attribute-registry.ts';
import type { AttributeStore } from '../../attributes/attribute-store.ts';
import type { Principal } from '../../authentication/principal.ts';
import type { Database } from '../../database/database.ts';
import { type AddedApp, findAppOf } from './app-of-definition.ts';
import type { Registration } from './new-version.ts';
import { type RegistrationDependencies, registerInTransaction } from './register-app.ts';
import { ConcurrentRegistrationError } from './registration-problems.ts';
import type { RegistrationStores } from './registration-store.ts';
import {
  changeFindings,
  findVersionBefore,
  VersionAdvice,
  type VersionBefore,
  versionAdvice,
} from './version-advice.ts';

type ValidationStores = RegistrationStores & { attributes: AttributeStore };

export type ValidationDependencies = Pick<RegistrationDependencies, 'publicApps' | 'webhooks'> & {
  database: Database<ValidationStores>;
};

/** A definition that was inspected and not registered. */
export type InspectedDefinition = {
  body: unknown;
  text: string;
  secrets: readonly PlacedSecret[];
  inspection: Inspection;
};

const findingFields = {
  rule: text('Name of the rule.'),
  severity: choice(['error', 'warning'], 'An error refuses the registration.'),
  code: text('Stable and machine-readable.'),
  title: text('The same for every finding of the code.'),
  detail: text('What is wrong, and how to correct it.'),
  source: problem.properties.source,
  expected: text('What the rule expects.'),
  fix: Type.Optional(
    list(
      Type.Object({
        op: choice(['add', 'remove', 'replace', 'move', 'copy']),
        path: Type.String(),
        from: Type.Optional(Type.String()),
        value: Type.Optional(Type.Unknown()),
      }),
      'A JSON Patch (RFC 6902) that corrects the definition, where one is known.',
    ),
  ),
  meta: Type.Optional(anyObject()),
  links: Type.Optional(Type.Object({ about: Type.Optional(text("Path of the rule's page.")) })),
};
const FindingSchema = component('Finding', Type.Object(findingFields));

/** What registration would answer, and the findings of the linter. */
const ValidationReport = Type.Object({
  valid: boolean('Whether registration would accept the definition now.'),
  name: textOrNull('Under which the app would be registered; null where that cannot be told.'),
  identifier: textOrNull("Prefix of the app's attributes; null likewise."),
  version: VersionAdvice,
  errors: list(FindingSchema, 'What refuses the registration.'),
  warnings: list(FindingSchema, 'What registration warns about, and the findings of the linter.'),
  excused: list(
    Type.Unsafe<ExcusedFinding>({
      allOf: [FindingSchema],
      required: ['reason'],
      properties: { reason: text('Of the definition, in `meta.lint`.') },
    }),
    'Warnings that the definition excuses.',
  ),
});

export const ValidationResponse = component('ValidationResponse', response(ValidationReport));

/** {@link ValidationReport} with the findings as the linter has them. */
export type ValidationReport = Omit<Static<typeof ValidationReport>, 'errors' | 'warnings'> & {
  errors: Finding[];
  warnings: Finding[];
};

/** The findings of the tried registration. */
type Trial = {
  name: string | null;
  identifier: string | null;
  before: VersionBefore | undefined;
  findings: Finding[];
};

/** Rolls back the transaction of a tried registration. */
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
  dependencies: ValidationDependencies,
  principal: Principal,
  { body, text, secrets, inspection }: InspectedDefinition,
  context: RequestContext,
): Promise<ValidationReport> {
  const definition = inspection.definition ?? identityOf(body, inspection);
  const registration = definition && {
    definition,
    definitionText: inspection.definition ? text : JSON.stringify(definition),
    warnings: [],
    secrets: leakedSecrets(body, secrets),
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
  const places = new Set(findings.map(placeAndRule));
  const ofLinter = inspection.warnings.filter((one) => !places.has(placeAndRule(one)));
  return {
    valid: errors.length === 0,
    name,
    identifier,
    version: advice,
    errors,
    warnings: [...ofLinter, ...kept],
    excused: [...inspection.excused, ...excused],
  };
}

/** The registration reports some findings of the linter too, such as secrets. */
function placeAndRule({ rule, source }: Finding): string {
  return `${rule} ${JSON.stringify(source)}`;
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
  dependencies: ValidationDependencies,
  principal: Principal,
  registration: Registration,
  context: RequestContext,
): Promise<Trial> {
  const { database, publicApps = 'anyone' } = dependencies;
  const { encryption } = dependencies.webhooks;
  const attempt = async (isRetry: boolean): Promise<Trial> => {
    const request = {
      registration,
      principal,
      context,
      publicApps,
      encryption,
      at: new Date(),
      isRetry,
    };
    try {
      await database.transaction(async (stores) => {
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

async function trialIn(stores: ValidationStores, request: TrialRequest): Promise<Trial> {
  const { principal, registration } = request;
  const { organizationId } = principal;
  const { definition } = registration;
  let before: VersionBefore | undefined;
  try {
    const found = await findAppOf(stores, organizationId, definition);
    before = await findVersionBefore(stores, organizationId, found, definition.version);
    const { version, app, warnings } = await registerInTransaction(stores, request, found);
    const attributes = await attributeFindings(stores, principal, {
      ...{ name: version.name, definition, app, before },
    });
    const findings = [...findingsOf(warnings, definition), ...attributes];
    return { name: version.name, identifier: app.identifier, before, findings };
  } catch (error) {
    // A unique violation has ended the transaction, and is tried again outside.
    const refusal = error instanceof ConcurrentRegistrationError ? error.refusal : error;
    if (!(refusal instanceof AppError)) throw error;
    const findings = findingsOf(refusal.problems, definition);
    const { name = null, identifier = null } = before ?? {};
    return { name, identifier, before, findings };
  }
}

/** A version that a trial registered. */
type TriedVersion = {
  name: string;
  definition: AppDefinition;
  app: AddedApp;
  before: VersionBefore | undefined;
};

/**
 * Warns of attributes that another app of the organization provides too, and of attributes that the version
 * removes although organizations have them installed.
 */
async function attributeFindings(
  { attributes }: ValidationStores,
  { organizationId }: Principal,
  { name, definition, app, before }: TriedVersion,
): Promise<Finding[]> {
  const defined = namespacedAttributes(definition, app.identifier);
  const shared = await attributes.listShared(organizationId, name, defined);
  const warnings = shared.map(sharedAttribute);
  if (!before) return findingsOf(warnings, definition);
  const names = new Set(defined.map(({ klass, name: attribute }) => `${klass} ${attribute}`));
  const removed = namespacedAttributes(before.definition, before.identifier).filter(
    (one) => !names.has(`${one.klass} ${one.name}`),
  );
  const used = await attributes.countUses(before.appId, removed);
  return findingsOf([...warnings, ...used.map(attributeInUse)], definition);
}

function sharedAttribute(shared: { klass: string; name: string; app: string; isForeign: boolean }) {
  const { klass, name, app, isForeign } = shared;
  const detail = isForeign
    ? `${app}, an app of another organization that yours has installed, provides ${name} of ${klass} already. Your organization cannot install this version beside it. Choose another identifier or attribute name.`
    : `${app} provides ${name} of ${klass} too. Both apps then write one attribute. Choose another name unless that is meant.`;
  return warningOf(registryRules.sharedAttribute, detail, '/klasses', false);
}

function attributeInUse(used: { klass: string; name: string; organizations: number }) {
  const { klass, name, organizations } = used;
  const whose = organizations === 1 ? '1 organization has' : `${organizations} organizations have`;
  const detail = `This version no longer defines ${name} of ${klass}, and ${whose} it installed. It disappears there with the upgrade. Keep it, or say so in the changelog and raise the major number.`;
  return warningOf(registryRules.attributeInUse, detail, '/klasses', false);
}
