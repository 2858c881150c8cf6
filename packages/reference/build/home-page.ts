import type { Site } from '../src/pages/documents.ts';
import { inlineHtml } from './markdown.ts';
import type { Guide, NavigationGroup } from './navigation.ts';
import type { SitePage } from './site-page.ts';
import { templates } from './templates.ts';

const purposes: Record<string, string> = {
  '/docs/registry': 'Register, describe and install apps; attributes, webhooks and keys.',
  '/docs/oauth': 'Authorization codes, tokens, users and grants.',
  '/docs/roles': 'Each role and scope, and the operations that it reaches.',
  '/docs/errors': 'Each code of a refusal, its cause, and what to do.',
  '/docs/audit': 'What the audit list records.',
  '/docs/components': 'Each component of an app definition, with an example.',
  '/docs/definition-forms': 'How the registry reads the forms of a property.',
  '/docs/lint': 'Each rule of the linter, with a wrong and a right example.',
  '/docs/common-mistakes': 'The mistakes that developers make most, and their messages.',
  '/docs/changelog': 'What changed, by release.',
};

/** The page `/docs`. */
export function homePage(
  { title }: Site,
  guides: readonly Guide[],
  navigation: readonly NavigationGroup[],
): SitePage {
  const groups = navigation
    .filter((group) => group.title !== 'Guides')
    .map((group) => ({
      title: group.title,
      links: group.links.map((link) => ({ ...link, purpose: purposes[link.path] ?? '' })),
    }));
  const rows = guides.map((guide) => ({ ...guide, purpose: inlineHtml(guide.purpose) }));
  const html = templates.home({ title: `${title} documentation`, guides: rows, groups });
  return { path: '/docs', title: 'Documentation', kind: '', html };
}
