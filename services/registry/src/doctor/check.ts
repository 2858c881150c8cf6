import type { ClientRecord } from '@app-platform/contracts';
import type { Installation } from '../installations/installation-store.ts';
import type { SecretTimes } from './doctor-store.ts';
import type { OauthRequest } from './read-request.ts';

/** One thing that an authorization or token request needs. */
export type Check = {
  name: string;
  /** `unknown`: not checked. What it takes to tell was not given, or did not answer. */
  status: 'passed' | 'failed' | 'unknown';
  /** What was found, and what to do. */
  detail: string;
  /** The parameter of the request. */
  parameter?: string;
  meta?: Record<string, unknown>;
};

/** All that the registry knows of a request to the OAuth service. */
export type Facts = {
  request: OauthRequest;
  /** Of the app, with the installation of the organization. */
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
