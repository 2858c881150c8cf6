import {
  type CredentialClass,
  firstPartyClients,
  RECENT_SIGN_IN_SECONDS,
  type RoleRequirement,
} from '@app-platform/contracts';
import { isRequired } from '../routes/contract.ts';
import { EVENT_STREAM } from '../routes/event-stream.ts';
import type { Route } from '../routes/route.ts';
import * as schemas from '../schemas/schemas.ts';
import { withReferences } from './components.ts';
import { refusalsOf } from './refusals.ts';

type AnyRoute = Route<never>;

/** Every answer that is not a success has this body. */
const errorContent = { 'application/json': { schema: withReferences(schemas.errors) } };

/** Every answer to a GET has an entity tag; Express makes those of answers that are not prepared. */
const unchanged = {
  304: { description: 'As it was when its `ETag`, sent as `If-None-Match`, came.' },
};

/** The headers of prepared answers, by which a client validates its copy. */
const headersOfPrepared = {
  ETag: {
    description: 'Strong: the same tag is the same answer, byte for byte.',
    schema: { type: 'string' },
  },
  'Cache-Control': { schema: { const: 'private, no-cache' } },
  Vary: { schema: { const: 'Authorization' } },
};
const ifNoneMatch = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description:
    'Entity tags of answers that the caller has, in double quotes and with commas between them (RFC 9110 section 13.1.2): 304 for one of them.',
  schema: {
    type: 'string',
    pattern: '^(\\*|(W/)?"[\\x21\\x23-\\x7e]*"(, (W/)?"[\\x21\\x23-\\x7e]*")*)$',
  },
};

const APP_REFUSED = 'An access token of an app is refused (403)';

/** What each class of credentials refuses, in words. */
const credentialSentences: Record<CredentialClass, string> = {
  administration: `${APP_REFUSED}; one of ${firstPartyClients.join(' or ')} needs a sign-in at most ${RECENT_SIGN_IN_SECONDS} seconds old (401 with the code \`insufficient_user_authentication\`).`,
  first_party: `${APP_REFUSED}; one of ${firstPartyClients.join(' or ')} is accepted.`,
  app: '',
};

/** An operation of the OpenAPI 3.1 document, from the declaration that requests are checked by. */
export function describeRoute(route: AnyRoute, tags: readonly string[]): object {
  const { operationId, summary, parameters = [], body } = route;
  const description = [
    route.description,
    roleSentence(route.access),
    route.credentials && credentialSentences[route.credentials],
  ]
    .filter(Boolean)
    .join(' ');
  return {
    operationId,
    tags,
    summary,
    description,
    ...(route.access === 'public' && { security: [] }),
    ...(typeof route.access === 'object' && { 'x-required-roles': route.access }),
    ...(route.credentials && { 'x-accepted-credentials': route.credentials }),
    parameters: [
      ...parameters.map((one) => ({
        name: one.name,
        in: one.in,
        required: isRequired(one),
        description: one.description,
        schema: one.schema,
      })),
      ...(route.isPrepared ? [ifNoneMatch] : []),
    ],
    ...(body && {
      requestBody: {
        required: !body.isOptional,
        content: { 'application/json': { schema: withReferences(body.schema) } },
      },
    }),
    responses: {
      ...successes(route),
      ...(route.method === 'get' && !isStream(route) && unchanged),
      ...errors(refusalsOf(route)),
    },
  };
}

function isStream({ responses }: AnyRoute): boolean {
  return Object.values(responses).some(({ contentType }) => contentType === EVENT_STREAM);
}

function successes({ responses, isPrepared }: AnyRoute): Record<string, object> {
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [
      status,
      {
        description: response.description,
        ...(isPrepared && { headers: headersOfPrepared }),
        ...contentOf(response),
      },
    ]),
  );
}

function contentOf({ schema, contentType, alternatives = {} }: AnyRoute['responses'][number]) {
  const bytes = contentType && { type: 'string', format: 'binary' };
  const described = schema ? withReferences(schema) : bytes;
  if (!described) return {};
  const others = Object.entries(alternatives).map(([type, one]) => [
    type,
    { schema: withReferences(one) },
  ]);
  const own = [contentType ?? 'application/json', { schema: described }];
  return { content: Object.fromEntries([own, ...others]) };
}

function errors(refusals: Map<number, string>): Record<string, object> {
  return Object.fromEntries(
    [...refusals].map(([status, description]) => [status, { description, content: errorContent }]),
  );
}

/** The roles that a caller needs, in words. */
export function roleSentence(access: RoleRequirement | 'authenticated' | 'public'): string {
  if (access === 'public') return 'Needs no credential.';
  if (access === 'authenticated') return 'Needs any valid credential.';
  if ('all' in access) return `Needs ${access.all.map(code).join(' and ')}.`;
  return `Needs ${access.any.map(code).join(' or ')}.`;
}

function code(role: string): string {
  return `\`${role}\``;
}
