import { rolePattern } from '@app-platform/contracts';

/** The content of `platform.yaml`. */
export type PlatformFile = { organizations: OrganizationEntry[] };

export type OrganizationEntry = {
  /** Either this or `id`. */
  name?: string;
  id?: string;
  /** Not changed where missing. */
  verified?: boolean;
  apiKeys?: ApiKeyEntry[];
  users?: UserEntry[];
};

export type ApiKeyEntry = { name: string; roles: string[] };

/** Has exactly one of `signInKeys`. */
export type UserEntry = {
  email: string;
  roles: string[];
  password?: string;
  /** A file with the password, relative to `platform.yaml`. */
  passwordFile?: string;
  upstreamSubject?: string;
  invite?: true;
};

export const signInKeys = ['password', 'passwordFile', 'upstreamSubject', 'invite'] as const;

const MOST_ORGANIZATIONS = 1_000;
const MOST_KEYS = 100;
const MOST_USERS = 10_000;

/** The description of a pattern ends the sentence 'It must be …'. */
const role = {
  type: 'string',
  pattern: rolePattern,
  description: '`org` and lower-case words joined with dots, such as org.admin.apps',
} as const;

const apiKey = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 128 },
    roles: { type: 'array', items: role, minItems: 1, maxItems: 64 },
  },
  required: ['name', 'roles'],
  additionalProperties: false,
};

const user = {
  type: 'object',
  properties: {
    email: {
      type: 'string',
      pattern: '^[^\\s@]+@[^\\s@]+$',
      maxLength: 320,
      description: 'an email address',
    },
    roles: { type: 'array', items: role, maxItems: 64 },
    password: { type: 'string', minLength: 8, maxLength: 1024 },
    passwordFile: { type: 'string', minLength: 1 },
    upstreamSubject: {
      type: 'string',
      pattern: '^[\\x20-\\x7e]{1,255}$',
      description: 'at most 255 ASCII characters',
    },
    invite: { const: true },
  },
  required: ['email', 'roles'],
  additionalProperties: false,
};

const organization = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 256 },
    id: {
      type: 'string',
      pattern: '^[0-9a-f]{24}$',
      description: 'the id of an organization, 24 hexadecimal characters',
    },
    verified: { type: 'boolean' },
    apiKeys: { type: 'array', items: apiKey, maxItems: MOST_KEYS },
    users: { type: 'array', items: user, maxItems: MOST_USERS },
  },
  required: [],
  additionalProperties: false,
};

/** The schema of {@link PlatformFile}. */
export const platformFileSchema = {
  type: 'object',
  properties: {
    organizations: { type: 'array', items: organization, maxItems: MOST_ORGANIZATIONS },
  },
  required: ['organizations'],
  additionalProperties: false,
};
