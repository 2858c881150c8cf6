import type { ApiDocument } from './api-document.ts';

const FORM = 'application/x-www-form-urlencoded';
const page = { content: { 'text/html': { schema: {} } } };
/** A faulty path or header is refused before the form is read. */
const refusal = {
  content: { ...page.content, 'application/json': { schema: {} }, 'text/plain': { schema: {} } },
};
/** Forms whose success is a page. */
const PAGES = ['postLogout', 'postPassword', 'postPasswordLink', 'postDeviceDecision'];
/** Express's redirect has a body of the type that is accepted, or none. */
const redirect = {
  headers: { location: {} },
  content: { ...refusal.content, '': { schema: {} } },
};
const refusals = {
  400: refusal,
  404: refusal,
  413: page,
  415: page,
};

/** The forms of the OAuth service's pages. They are for people, and no API document has them. */
export const formDocument: ApiDocument = {
  paths: {
    '/account/sign-in': post('postAccountSignIn', ['csrf', 'email', 'password']),
    '/account/sign-out': post('postAccountSignOut', ['csrf']),
    '/account/apps/revoke': post('postAccountRevoke', ['csrf', 'client_id']),
    '/account/name': post('postName', ['csrf', 'name']),
    '/account/logout': post('postLogout', ['csrf']),
    '/account/password': post('postPassword', ['csrf', 'current_password', 'password']),
    '/account/password-link': post('postPasswordLink', ['token', 'password']),
    '/device': post('postDeviceCode', ['csrf', 'user_code']),
    '/device/decision': post('postDeviceDecision', ['csrf', 'entered', 'scopes', 'decision']),
    '/interaction/{uid}/sign-in': post('postSignIn', ['csrf', 'email', 'password'], true),
    '/interaction/{uid}/consent': post('postConsent', ['csrf', 'scopes', 'decision'], true),
  },
  components: { schemas: {} },
};

function post(operationId: string, fields: string[], isOfInteraction = false) {
  const properties = Object.fromEntries(fields.map((name) => [name, { type: 'string' }]));
  const schema = { type: 'object', properties, required: fields };
  const uid = { name: 'uid', in: 'path' as const, required: true, schema: { type: 'string' } };
  const parameters = isOfInteraction ? [uid] : [];
  const requestBody = { content: { [FORM]: { schema } } };
  const success = PAGES.includes(operationId) ? { 200: page } : { 303: redirect };
  const responses = {
    ...success,
    ...(['postPassword', 'postLogout', 'postDeviceDecision'].includes(operationId) && {
      303: redirect,
    }),
    ...refusals,
  };
  return { post: { operationId, parameters, requestBody, responses } };
}
