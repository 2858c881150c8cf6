import { schemas } from '@app-platform/http-api';
import { appSchema, userSchema } from '../api/app-answer.ts';
import { consentRequestStates } from './consent-request-store.ts';

const { answer, list: listOf, page: pageSchema, record, text, time, timeOrNull } = schemas;

export const consentRequestSchemas: Record<string, object> = {
  ConsentRequest: record('consent_request', {
    user: userSchema,
    app: appSchema,
    clientId: text('The client id of the app.'),
    scopes: listOf({ type: 'string' }, 'What the app would be granted.'),
    state: { enum: [...consentRequestStates], description: 'Whether it is answered, and how.' },
    requestedAt: time('When the user asked.'),
    decidedAt: timeOrNull('When it was answered.'),
  }),
  ConsentRequestAnswer: answer('ConsentRequest'),
  ConsentRequestPage: pageSchema('ConsentRequest'),
};
