import { schemas } from '@app-platform/http-api';

const { list: listOf, page: pageSchema, record, text, time } = schemas;

export const grantSchemas: Record<string, object> = {
  Grant: record('grant', {
    user: {
      type: 'object',
      description: 'The user who gave it.',
      required: ['id', 'email'],
      properties: { id: text('The id of the user.'), email: text('The email address.') },
    },
    app: {
      type: ['object', 'null'],
      description: 'The app; null where it is no longer registered.',
      required: ['name', 'title'],
      properties: { name: text('The name of the app.'), title: text('Its title.') },
    },
    clientId: text('The client id of the app.'),
    scopes: listOf({ type: 'string' }, 'What the app may do.'),
    grantedAt: time('When it was given.'),
    lastUsedAt: time('When tokens were last issued for it.'),
  }),
  GrantPage: pageSchema('Grant'),
  EndedGrants: {
    type: 'object',
    required: ['meta'],
    properties: {
      meta: {
        type: 'object',
        required: ['ended'],
        properties: { ended: { type: 'integer', description: 'How many grants have ended.' } },
      },
    },
  },
};
