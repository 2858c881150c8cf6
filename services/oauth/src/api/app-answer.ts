import { type ClientRecord, isFirstPartyClient } from '@app-platform/contracts';
import { schemas } from '@app-platform/http-api';

const { text } = schemas;

/** The app in a record of the API. */
export const appSchema = {
  type: ['object', 'null'],
  description: 'The app; null where it is no longer registered.',
  required: ['name', 'title'],
  properties: { name: text('The name of the app.'), title: text('Its title.') },
};

/** The user in a record of the API. */
export const userSchema = {
  type: 'object',
  description: 'The user whose it is.',
  required: ['id', 'email'],
  properties: { id: text('The id of the user.'), email: text('The email address.') },
};

/** @param client undefined for an app that is not registered; a first-party client never is */
export function appAnswer(clientId: string, client: ClientRecord | undefined) {
  if (isFirstPartyClient(clientId)) return { name: clientId, title: clientId };
  return client ? { name: client.app, title: client.title } : null;
}
