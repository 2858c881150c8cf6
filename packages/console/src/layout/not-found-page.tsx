import { Link } from '@tanstack/react-router';
import { layoutTexts } from '../texts/layout.ts';
import { Page } from './page.tsx';

export function NotFoundPage() {
  return (
    <Page title={layoutTexts.notFound}>
      <p>{layoutTexts.notFoundAdvice}</p>
      <Link className="button" to="/">
        {layoutTexts.toDirectory}
      </Link>
    </Page>
  );
}
