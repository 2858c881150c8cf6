import type { DocumentName, Section, Site } from './documents.ts';

const guides: readonly DocumentName[] = ['app-log', 'cli', 'mcp', 'sign-in', 'webhooks'];

/** The documentation of each service. The registry shows the reference of both. */
export const sites = {
  registry: {
    title: 'App platform',
    sections: ['guides', 'components', 'lint'] satisfies Section[],
    documents: [
      ...guides,
      'audit',
      'changelog',
      'common-mistakes',
      'definition-forms',
      'errors',
      'roles',
    ] satisfies DocumentName[],
    references: ['registry', 'oauth'],
  },
  oauth: { title: 'OAuth service', sections: [], documents: ['errors'], references: ['oauth'] },
} satisfies Record<string, Site>;

export type SiteName = keyof typeof sites;
