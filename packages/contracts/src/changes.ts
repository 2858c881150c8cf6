import { type Static, Type } from '@sinclair/typebox';
import { closed, text, textOrNull } from './internal-schemas.ts';

const change = closed({ action: text, organizationId: textOrNull, subject: text });
/** A change of what is stored, as the audit event of its transaction names it. */
export type Change = Static<typeof change>;

/**
 * `GET /internal/changes?after=` of each service: the changes since a position, and the position after them. It
 * waits a moment for a change.
 */
export const ChangeBatch = closed({
  position: text,
  /** Null: there are too many, or the position is of another history of the database. Everything may have changed. */
  changes: Type.Union([Type.Array(change), Type.Null()]),
});
export type ChangeBatch = Static<typeof ChangeBatch>;

/** `<history>/<snapshot>/<seconds since 1970>` of PostgreSQL. */
export const changePosition = Type.String({
  description:
    'The position of the batch before. Without it there are no changes, and the present position.',
  pattern: '^[0-9A-F]{8}-[0-9]{0,20}/[0-9:,]{3,8000}/[0-9]{10}$',
});

/** What can change. Whatever is kept of it names the keys that it depends on. */
export const changeKeys = {
  /** Name, verification, suspension and deletion. That blocks all apps of the organization without naming them. */
  organization: (id: string) => `organization ${id}`,
  apiKeysOf: (organizationId: string) => `api keys ${organizationId}`,
  /** An app with all of its versions, its draft, its secrets and its block. */
  app: (name: string) => `app ${name}`,
  /** Any app: of lists of all apps. */
  anyApp: 'apps',
  /** The apps that an organization registers. */
  appsOf: (organizationId: string) => `apps ${organizationId}`,
  installationsOf: (organizationId: string) => `installations ${organizationId}`,
  attributesOf: (organizationId: string) => `attributes ${organizationId}`,
  revocations: 'revocations',
};

/** The kinds of changes that a route can declare: what stands before the dot of an audit action. */
export const changeKinds = [
  'api_key',
  'app',
  'app_draft',
  'app_version',
  'attribute',
  'client_secret',
  'installation',
  'organization',
  'revocation',
] as const;
/** Those of an app, which the subject of the change names. */
export const appChangeKinds: readonly string[] = [
  'app',
  'app_draft',
  'app_version',
  'client_secret',
  'installation',
];
type ChangeKind = (typeof changeKinds)[number];

/** An app's name ends before the first hyphen of `<name>-<version>`. */
const nameOf = (subject: string) => subject.split('-', 1)[0] ?? '';

const ofApp = (organizationId: string, subject: string) => [
  changeKeys.anyApp,
  changeKeys.app(nameOf(subject)),
  changeKeys.appsOf(organizationId),
];

const keysByKind: Record<ChangeKind, (organizationId: string, subject: string) => string[]> = {
  api_key: (organizationId) => [changeKeys.apiKeysOf(organizationId)],
  app: ofApp,
  app_draft: ofApp,
  app_version: ofApp,
  attribute: (organizationId) => [changeKeys.attributesOf(organizationId)],
  client_secret: (_organizationId, subject) => [changeKeys.app(nameOf(subject))],
  installation: (organizationId) => [changeKeys.installationsOf(organizationId)],
  organization: (organizationId) => [changeKeys.organization(organizationId)],
  revocation: () => [changeKeys.revocations],
};

/** The name of the app that a change is about; undefined for any other. */
export function appOfChange({ action, subject }: Change): string | undefined {
  const kind = action.split('.', 1)[0] ?? '';
  return appChangeKinds.includes(kind) ? nameOf(subject) : undefined;
}

/** Of the OAuth service, which records only that there is one. */
export const revocationAdded: Change = {
  action: 'revocation.added',
  organizationId: null,
  subject: '',
};

/** The keys of what a change makes stale; none for a change of something that nobody keeps. */
export function keysOfChange({ action, organizationId, subject }: Change): string[] {
  const kind = action.split('.', 1)[0] as ChangeKind;
  return keysByKind[kind]?.(organizationId ?? '', subject) ?? [];
}
