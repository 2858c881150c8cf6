import { layoutTexts } from '../texts/layout.ts';
import { DirectoryLink } from './directory-link.tsx';
import { Page } from './page.tsx';

export function NotFoundPage() {
  return (
    <Page title={layoutTexts.notFound}>
      <p>{layoutTexts.notFoundAdvice}</p>
      <DirectoryLink />
    </Page>
  );
}
