import type { PasswordLinkRecord, UserRecord } from '@app-platform/contracts';

/** A user in an answer, in the form of the registry's records. */
export function userData({ id, ...attributes }: UserRecord) {
  return { type: 'user', id, attributes };
}

export function linkData(link: PasswordLinkRecord) {
  return { type: 'password_link', attributes: link };
}
