type Tag = { name: string; description: string; paths: readonly string[] };

/** The groups of operations in the OpenAPI document, by the beginnings of their paths. */
const groups: readonly Tag[] = [
  {
    name: 'Apps',
    description:
      'Registration, description, client secrets, versions, transfers and the app directory.',
    paths: [
      '/v1/apps/available',
      '/v1/apps/doctor',
      '/v1/apps/drafts',
      '/v1/apps/transfers',
      '/v1/apps/validate',
    ],
  },
  {
    name: 'Installations',
    description: 'The apps that an organization has installed, and those that its users ask for.',
    paths: [
      '/v1/apps/activity',
      '/v1/apps/installed',
      '/v1/apps/uninstalled',
      '/v1/apps/plan',
      '/v1/apps/policy',
      '/v1/installation-requests',
    ],
  },
  {
    name: 'Attributes',
    description: 'The custom attributes that apps add to standard Klasses.',
    paths: ['/v1/apps/metadata', '/v1/attributes'],
  },
  {
    name: 'Credentials',
    description: 'API keys, the credential of the request, and the roles that one may hold.',
    paths: ['/v1/me', '/v1/api-keys', '/v1/roles'],
  },
  { name: 'Audit', description: 'Who did what in the organization.', paths: ['/v1/audit'] },
  {
    name: 'Webhooks',
    description: 'Where events are sent, and what was sent.',
    paths: ['/v1/webhooks'],
  },
  { name: 'Status', description: 'Whether the registry works as usual.', paths: ['/status'] },
];

export const tags = groups.map(({ name, description }) => ({ name, description }));

/** The tags of an operation. `npm run check` fails on an operation without one. */
export function tagsOf(path: string): string[] {
  return groups
    .filter(({ paths }) => paths.some((start) => `${path}/`.startsWith(`${start}/`)))
    .map(({ name }) => name);
}
