import { schemas } from '@app-platform/http-api';

const { answer, page, record, text, time } = schemas;

/** What the routes of installation requests answer with. */
export const installationRequestSchemas: Record<string, object> = {
  InstallationRequest: record('installation_request', {
    app: text('The name of the app.'),
    title: text('Its title.'),
    userId: text('The user who asks: `GET /v1/users/{id}` of the OAuth service.'),
    note: text('Why; empty where the user gave no reason.'),
    createdAt: time('When the user first asked.'),
    updatedAt: time('When the note was last changed.'),
  }),
  InstallationRequestAnswer: answer('InstallationRequest'),
  InstallationRequestPage: page('InstallationRequest'),
};
