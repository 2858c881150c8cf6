import { type ClientRecord, isFirstPartyClient } from '@app-platform/contracts';
import { text } from '@app-platform/http-api/schemas';
import { type Static, Type } from '@sinclair/typebox';

const App = Type.Object({ name: text('The name of the app.'), title: text('Its title.') });

/** The app of a grant or a consent request. */
export const AppOrNull = Type.Unsafe<Static<typeof App> | null>({
  ...App,
  type: ['object', 'null'],
  description: 'The app; null where it is no longer registered.',
});

/** The user of a grant or a consent request. */
export const UserReference = Type.Object(
  { id: text('The id of the user.'), email: text('The email address.') },
  { description: 'The user whose it is.' },
);

/** @param client undefined for an app that is not registered; a first-party client never is */
export function appOf(
  clientId: string,
  client: ClientRecord | undefined,
): Static<typeof AppOrNull> {
  if (isFirstPartyClient(clientId)) return { name: clientId, title: clientId };
  return client ? { name: client.app, title: client.title } : null;
}
