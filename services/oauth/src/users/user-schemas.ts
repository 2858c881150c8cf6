import { rolePattern } from '@app-platform/contracts';
import { schemas } from '@app-platform/http-api';

const { answer, list, page, record, ref, text, time, timeOrNull } = schemas;

export const rolesSchema = {
  description: 'The roles that the user holds.',
  type: 'array',
  items: {
    description: 'A role is `org` and lower-case words joined with dots, such as org.admin.apps.',
    type: 'string',
    pattern: rolePattern,
  },
  maxItems: 64,
};

export const emailSchema = {
  description:
    'An email address. The domain is stored in A-labels, the rest in NFC and lower case; invisible characters are refused.',
  type: 'string',
  maxLength: 320,
  pattern: '^[^\\s@]+@[^\\s@]+$',
};

export const passwordSchema = {
  description: 'At least 8 characters.',
  type: 'string',
  minLength: 8,
  maxLength: 1024,
};

const link = {
  type: 'object',
  description: 'A link by which the user sets a password, once.',
  required: ['url', 'expiresAt', 'mailed'],
  properties: {
    url: text('Where the user sets a password.', { format: 'uri' }),
    expiresAt: time('Until when.'),
    mailed: { type: 'boolean', description: 'Whether it was sent to the user.' },
  },
};

/** What `/v1/users` answers with, by the names that its routes use. */
export const userSchemas: Record<string, object> = {
  User: record('user', {
    organizationId: text('The organization of the user.'),
    email: text('The email address: the domain in A-labels, the rest in NFC and lower case.'),
    roles: list({ type: 'string' }, 'The roles that the user holds.'),
    status: {
      enum: ['active', 'disabled', 'invited'],
      description: '`invited`: no password has been set yet.',
    },
    signIn: {
      enum: ['password', 'upstream'],
      description: 'Where the user signs in: here, or at the upstream provider.',
    },
    createdAt: time('When the user was created.'),
    disabledAt: timeOrNull('When the user was disabled.'),
  }),
  UserAnswer: answer('User'),
  UserPage: page('User'),
  CreatedUserAnswer: answer('User', {
    type: 'object',
    description: 'Only for an invited user.',
    properties: { passwordLink: ref('PasswordLink') },
  }),
  PasswordLink: link,
  PasswordLinkAnswer: {
    type: 'object',
    required: ['data'],
    properties: { data: ref('PasswordLink') },
  },
};
