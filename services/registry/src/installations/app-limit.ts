import type { AppLimit as Limit } from '@app-platform/contracts';
import { list } from '@app-platform/http-api/schemas';
import { Type } from '@sinclair/typebox';

/** In a response. */
export const AppLimit = Type.Unsafe<Limit | null>({
  ...Type.Object({
    users: list(Type.String(), 'Ids of users.'),
    roles: list(Type.String(), 'Whoever holds one of these roles, or one that includes it.'),
  }),
  type: ['object', 'null'],
  description: 'Who may use the app; null for everybody.',
});
