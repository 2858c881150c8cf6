import { type ProblemSource, problem } from '@app-platform/contracts';
import { AppError } from '@app-platform/http-api';
import type { AppTransfer } from './transfer-store.ts';

const app: ProblemSource = { pointer: '/app' };

function notTransferable(detail: string, source: ProblemSource = app): AppError {
  return new AppError(problem('app_not_transferable', detail, source));
}

export function privateAppStays(name: string): AppError {
  const detail = `The name of the private app '${name}' carries the id of your organization, so the app cannot go to another one. Register it as a public app under another 'app' value, with "visibility": "public", and offer that one, or let the other organization register the definition anew.`;
  return notTransferable(detail);
}

export function draftStays(name: string): AppError {
  const detail = `'${name}' has no registered version. Register a public version, then offer it.`;
  return notTransferable(detail);
}

export function sharesIdentifier(name: string, other: string, identifier: string): AppError {
  const detail = `'${name}' shares the identifier '${identifier}' with '${other}', and an identifier belongs to one organization. An app that has an identifier of its own can be offered.`;
  return notTransferable(detail);
}

export function sharesName(name: string, other: string): AppError {
  const detail = `'${name}' can be confused with '${other}', which your organization would keep. Names that look alike belong to one organization. Unpublish '${other}' first.`;
  return notTransferable(detail);
}

export function alreadyOffered({ app: name, toId, expiresAt }: AppTransfer): AppError {
  const detail = `'${name}' is offered to ${toId} until ${expiresAt.toISOString()}. Withdraw that offer first: DELETE /v1/apps/transfers/${name}.`;
  return notTransferable(detail);
}

export function ownOrganization(): AppError {
  const detail = 'The app belongs to this organization already. Name another one.';
  return notTransferable(detail, { pointer: '/organizationId' });
}

export function hasAppOfName(name: string): AppError {
  const detail = `Your organization has an app '${name}' already, and keeps its name also after it is unpublished. Decline the offer.`;
  return notTransferable(detail, { parameter: 'name' });
}

export function unknownOrganization(): AppError {
  const detail = 'There is no organization of this id that can take over an app.';
  return new AppError(problem('not_found', detail, { pointer: '/organizationId' }));
}

export function nothingOffered(name: string): AppError {
  const detail = `No app '${name}' is offered to your organization, or the offer has ended.`;
  return new AppError(problem('not_found', detail, { parameter: 'name' }));
}

export function noOffer(name: string): AppError {
  const detail = `Your organization has neither made nor received an offer of '${name}' that is open.`;
  return new AppError(problem('not_found', detail, { parameter: 'name' }));
}
