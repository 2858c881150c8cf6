type Tag = { name: string; description: string; paths: readonly string[] };

/** The groups of the API for administrators, by the beginnings of their paths. */
const groups: readonly Tag[] = [
  { name: 'Users', description: "The organization's users.", paths: ['/v1/users'] },
  {
    name: 'Grants',
    description: 'What users have granted to apps, and what they ask for.',
    paths: ['/v1/grants', '/v1/consent-requests'],
  },
  {
    name: 'Organization',
    description: 'What administrators decide for their organization.',
    paths: ['/v1/organization'],
  },
  { name: 'Status', description: 'Whether the service works as usual.', paths: ['/status'] },
];

export const apiTags = groups.map(({ name, description }) => ({ name, description }));

export function tagsOf(path: string): string[] {
  return groups
    .filter(({ paths }) => paths.some((start) => `${path}/`.startsWith(`${start}/`)))
    .map(({ name }) => name);
}
