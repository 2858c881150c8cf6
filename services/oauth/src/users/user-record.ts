import {
  type PasswordLinkRecord,
  PersonName,
  rolePattern,
  type UserRecord,
} from '@app-platform/contracts';
import {
  boolean,
  choice,
  component,
  list,
  record,
  response,
  text,
  textOrNull,
  time,
  timeOrNull,
} from '@app-platform/http-api/schemas';
import { type Static, Type } from '@sinclair/typebox';

export const Roles = Type.Array(
  Type.String({
    description: 'A role is `org` and lower-case words joined with dots, such as org.admin.apps.',
    pattern: rolePattern,
  }),
  { description: 'The roles that the user holds.', maxItems: 64 },
);

export const EmailAddress = Type.String({
  description:
    'An email address. The domain is stored in A-labels, the rest in NFC and lower case; invisible characters are refused.',
  maxLength: 320,
  pattern: '^[^\\s@]+@[^\\s@]+$',
});

export const Password = Type.String({
  description: 'At least 8 characters.',
  minLength: 8,
  maxLength: 1024,
});

/** The body that creates a user. Without a password the user is invited. */
export const newUser = {
  email: EmailAddress,
  name: Type.Optional(PersonName),
  roles: Roles,
  password: Type.Optional(Password),
};

export const User = component(
  'User',
  record(
    'user',
    Type.Object({
      organizationId: text('The organization of the user.'),
      email: text('The email address: the domain in A-labels, the rest in NFC and lower case.'),
      name: textOrNull('The name, as other people see it; null where none was given.'),
      roles: list(Type.String(), 'The roles that the user holds.'),
      status: choice(['active', 'disabled', 'invited'], '`invited`: no password has been set yet.'),
      signIn: choice(
        ['password', 'upstream'],
        'Where the user signs in: here, or at the upstream provider.',
      ),
      createdAt: time('When the user was created.'),
      disabledAt: timeOrNull('When the user was disabled.'),
    }),
  ),
);

export const UserResponse = component('UserResponse', response(User));

const PasswordLink = component(
  'PasswordLink',
  Type.Object(
    {
      url: text('Where the user sets a password.', { format: 'uri' }),
      expiresAt: time('Until when.'),
      mailed: boolean('Whether it was sent to the user.'),
    },
    { description: 'A link by which the user sets a password, once.' },
  ),
);

export const PasswordLinkResponse = component('PasswordLinkResponse', response(PasswordLink));

export const CreatedUserResponse = component(
  'CreatedUserResponse',
  response(
    User,
    Type.Optional(
      Type.Object(
        { passwordLink: Type.Optional(PasswordLink) },
        { description: 'Only for an invited user.' },
      ),
    ),
  ),
);

export function userRecord({ id, ...attributes }: UserRecord): Static<typeof User> {
  return { type: 'user', id, attributes };
}

export function userResponse(user: UserRecord): Static<typeof UserResponse> {
  return { data: userRecord(user) };
}

export function createdUserResponse(
  user: UserRecord,
  link: PasswordLinkRecord | undefined,
): Static<typeof CreatedUserResponse> {
  return { data: userRecord(user), ...(link && { meta: { passwordLink: link } }) };
}
