import { schemas } from '@app-platform/http-api';
import { appSchema, userSchema } from '../api/app-answer.ts';

const { list: listOf, page: pageSchema, record, text, time } = schemas;

export const grantSchemas: Record<string, object> = {
  Grant: record('grant', {
    user: userSchema,
    app: appSchema,
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
