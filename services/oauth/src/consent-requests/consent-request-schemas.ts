import { schemas } from '@app-platform/http-api';
import { consentRequestStates } from './consent-request-store.ts';

const { answer, list: listOf, page: pageSchema, record, text, time, timeOrNull } = schemas;

export const consentRequestSchemas: Record<string, object> = {
  ConsentRequest: record('consent_request', {
    user: {
      type: 'object',
      description: 'The user who asks.',
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
    scopes: listOf({ type: 'string' }, 'What the app would be granted.'),
    state: { enum: [...consentRequestStates], description: 'Whether it is answered, and how.' },
    requestedAt: time('When the user asked.'),
    decidedAt: timeOrNull('When it was answered.'),
  }),
  ConsentRequestAnswer: answer('ConsentRequest'),
  ConsentRequestPage: pageSchema('ConsentRequest'),
};
