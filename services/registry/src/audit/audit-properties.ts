import { text, textOrNull, time } from '@app-platform/http-api/schemas';
import { type Static, type TObject, Type } from '@sinclair/typebox';

const actorProperties = {
  type: text('What the actor is.'),
  id: text('Its id.'),
  clientId: Type.Optional(
    text('The app through which an account changed something at the registry.'),
  ),
};

/** Who acted. Null where it is not recorded. */
export const actorOrNull = (description: string) =>
  Type.Unsafe<Static<TObject<typeof actorProperties>> | null>({
    ...Type.Object(actorProperties),
    type: ['object', 'null'],
    description,
  });

/** What an audit event says, whichever service recorded it. */
export const auditProperties = {
  at: time('When it happened.'),
  actor: Type.Object(actorProperties, {
    description: 'Who acted: a credential, an account, a client, the operator.',
  }),
  action: text('What happened: a noun and a past participle.'),
  subject: text('What was acted on.'),
  requestId: text('`X-Request-Id` of the request.'),
  traceId: textOrNull('Trace of the request (the trace id of `traceparent`); null for old events.'),
  address: text("The caller's network address."),
  before: Type.Unknown({ description: 'What was changed, before; null where nothing was.' }),
  after: Type.Unknown({ description: 'What came of it. Never a secret.' }),
};
