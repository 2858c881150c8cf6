import { auditPage } from './audit-page.ts';
import { componentPageFiles } from './component-page.ts';
import { errorPage } from './error-page.ts';

/** The files of `docs` about errors, audit events and components, by path. */
export function referenceFiles(): { name: string; content: string }[] {
  const components = componentPageFiles().map(({ name, content }) => ({
    name: `components/${name}`,
    content,
  }));
  return [
    { name: 'errors.md', content: errorPage() },
    { name: 'audit.md', content: auditPage() },
    ...components,
  ];
}
