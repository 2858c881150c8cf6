import { Outlet } from '@tanstack/react-router';
import { Suspense } from 'react';
import { layoutTexts } from '../texts/layout.ts';
import { LoadingPage } from './loading-page.tsx';
import { Navigation } from './navigation.tsx';

/** What surrounds every page. */
export function Shell() {
  return (
    <>
      <a className="skip-link" href="#content">
        {layoutTexts.skip}
      </a>
      <Navigation />
      <main id="content" tabIndex={-1}>
        <Suspense fallback={<LoadingPage />}>
          <Outlet />
        </Suspense>
      </main>
    </>
  );
}
