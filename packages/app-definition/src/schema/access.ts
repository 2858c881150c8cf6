import { rolePattern } from '@app-platform/contracts';
import type { JsonSchema } from './json-schema.ts';
import { redirectUriPattern, urlMaxLength } from './patterns.ts';

/** Properties with which an externally hosted app acts for its users. */
export const accessProperties = {
  redirectUris: {
    type: 'array',
    maxItems: 100,
    description:
      'Where the OAuth provider may send the browser with an authorization code. The `redirect_uri` of a request must be one of these, exactly.',
    examples: [['https://apps.example.com/oauth/callback']],
    items: {
      type: 'string',
      maxLength: urlMaxLength,
      pattern: redirectUriPattern,
      patternErrorMessage:
        'Write an absolute URI without spaces, fragment (#) or wildcard (*), as in https://apps.example.com/oauth/callback.',
      description:
        'An absolute URI: `https`, or `http` on localhost, 127.0.0.1 or [::1], or a private-use scheme that holds a dot. No fragment, wildcard or user information, and no URI twice.',
      examples: [
        'https://apps.example.com/oauth/callback',
        'http://localhost:8080/callback',
        'com.example.tracker:/callback',
      ],
    },
  },
  auth: {
    type: 'object',
    'x-advisory': true,
    description: 'How the app authenticates. Its content is kept and returned as it is.',
  },
  roles: {
    type: 'array',
    'x-advisory': true,
    maxItems: 200,
    description:
      'The most that the app may ask for. A version that omits it keeps the last value; without any the app is not limited. `org` stands for all roles.',
    examples: [['org.permission.customer', 'org.permission.conversation']],
    items: {
      type: 'string',
      pattern: rolePattern,
      patternErrorMessage:
        'Write a role: `org` and up to seven lower-case words, joined with dots, as in org.permission.customer.',
      description: 'One role, dotted and hierarchical.',
      examples: ['org.permission.customer'],
    },
  },
} as const satisfies Record<string, JsonSchema>;
