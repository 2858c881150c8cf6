import { list, text } from './shapes.ts';

export const dependencies = list(
  text('A rule: `<app_name>-<range>`.', { minLength: 1, examples: ['billing-^1.4.0'] }),
  'Apps that must be installed, as `<app_name>-<range>`. A minimum such as ^1.4.0 is recommended; an exact version may prevent installation.',
  { uniqueItems: true },
);

export const redirectUris = list(
  text('An absolute URI: https, or http on a loopback host, or a private-use scheme with a dot.', {
    minLength: 1,
    maxLength: 2048,
    examples: ['https://app.example.com/oauth/callback'],
  }),
  'Where the OAuth service may send authorization codes. A later version that leaves it out keeps the last; an empty array removes all.',
  { uniqueItems: true, maxItems: 100 },
);

export const auth = {
  type: 'object',
  description: 'How the app authenticates; kept as it is.',
  'x-advisory': true,
};

export const roles = {
  type: 'array',
  description: 'Roles that the app brings or asks for; kept as they are.',
  'x-advisory': true,
};
