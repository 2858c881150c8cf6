import type { ClientRecord } from '@app-platform/contracts';
import { anyObject, choice, text } from '@app-platform/http-api/schemas';
import { type Static, Type } from '@sinclair/typebox';
import type { Installation } from '../installations/installation-store.ts';
import type { SecretTimes } from './doctor-store.ts';
import type { OauthRequest } from './read-request.ts';

/** One thing that an authorization or token request needs. */
export const Check = Type.Object({
  name: text('What was checked.'),
  status: choice(
    ['passed', 'failed', 'unknown'],
    '`unknown`: not checked. What it takes to tell was not given, or did not answer.',
  ),
  detail: text('What was found, and what to do.'),
  parameter: Type.Optional(text('The parameter of the request.')),
  meta: Type.Optional(anyObject()),
});

export type Check = Static<typeof Check>;

/** All that the registry knows of a request to the OAuth service. */
export type Facts = {
  request: OauthRequest;
  /** The client of the app, with the installation of the organization. */
  client: ClientRecord;
  organizationId: string;
  /** Whether that is the owner of the app, who may know what its administrators decided. */
  isOwnOrganization: boolean;
  installation: Installation | undefined;
  secrets: SecretTimes[];
  /** The user's roles; null where none was named, or that user is not the organization's. */
  userRoles: string[] | null;
  user: string | undefined;
  oauthUrl: string | undefined;
  now: Date;
};

export function passed(name: string, detail: string, meta?: Record<string, unknown>): Check {
  return { name, status: 'passed', detail, ...(meta && { meta }) };
}

export function failed(
  name: string,
  detail: string,
  about: { parameter?: string; meta?: Record<string, unknown> } = {},
): Check {
  return { name, status: 'failed', detail, ...about };
}

export function unknown(name: string, detail: string, meta?: Record<string, unknown>): Check {
  return { name, status: 'unknown', detail, ...(meta && { meta }) };
}
