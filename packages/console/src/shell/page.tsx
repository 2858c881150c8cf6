import { type ReactNode, useEffect } from 'react';
import { shellTexts } from './texts.ts';

type PageProps = {
  /** Of the tab, and the heading unless the page has one of its own. */
  title: string;
  heading?: ReactNode;
  /** Beside the heading. */
  actions?: ReactNode;
  children: ReactNode;
};

/** The heading and content of a page, and the title of its tab. */
export function Page({ title, heading, actions, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · ${shellTexts.product}`;
  }, [title]);
  return (
    <>
      {heading ?? (
        <div className="page-heading">
          <h1>{title}</h1>
          {actions}
        </div>
      )}
      {children}
    </>
  );
}
