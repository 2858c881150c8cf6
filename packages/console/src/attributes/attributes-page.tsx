import { isStandardKlass, type StandardKlass, standardKlasses } from '@app-platform/app-definition';
import { roles } from '@app-platform/contracts';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useCaller } from '../api/caller.ts';
import { EmptyState } from '../elements/empty-state.tsx';
import { LoadMore } from '../elements/load-more.tsx';
import { RoleMissing } from '../elements/role-missing.tsx';
import { LoadingPage } from '../layout/loading-page.tsx';
import { NotFoundPage } from '../layout/not-found-page.tsx';
import { Page } from '../layout/page.tsx';
import { attributeTexts } from '../texts/attributes.ts';
import { AttributeTable } from './attribute-table.tsx';
import { ChangeNote } from './change-note.tsx';
import { KlassFilter } from './klass-filter.tsx';
import { attributesQuery } from './queries.ts';
import { RenameDialog } from './rename-dialog.tsx';
import './attributes.css';

const klassRoute = getRouteApi('/attributes/$klass');
const READING_ROLES = [roles.apps, roles.appPermissions];

/** The attributes of every Klass. */
export function AttributesPage() {
  return <RegistryPage title={attributeTexts.title} />;
}

/** The attributes of one Klass. */
export function KlassPage() {
  const { klass } = klassRoute.useParams();
  if (!isStandardKlass(klass)) return <NotFoundPage />;
  return (
    <RegistryPage title={attributeTexts.titleOf(attributeTexts.klasses[klass])} klass={klass} />
  );
}

function RegistryPage({ title, klass }: { title: string; klass?: StandardKlass }) {
  const caller = useCaller();
  if (!READING_ROLES.some(caller.holds)) {
    return (
      <Page title={title}>
        <RoleMissing roles={READING_ROLES} />
      </Page>
    );
  }
  return (
    <Page title={title}>
      <p className="muted">{attributeTexts.description}</p>
      <KlassFilter chosen={klass} />
      <ChangeNote />
      <Suspense fallback={<LoadingPage />}>
        <Registry klass={klass} />
      </Suspense>
    </Page>
  );
}

function Registry({ klass }: { klass: StandardKlass | undefined }) {
  const listing = useSuspenseInfiniteQuery(attributesQuery(klass));
  const attributes = listing.data.pages.flatMap((page) => page.data);
  if (attributes.length === 0) {
    return (
      <EmptyState title={attributeTexts.empty}>
        <p>{attributeTexts.emptyAdvice}</p>
        <Link className="button quiet" to="/">
          {attributeTexts.toDirectory}
        </Link>
      </EmptyState>
    );
  }
  const klasses = standardKlasses.filter((one) =>
    attributes.some((attribute) => attribute.attributes.klass === one),
  );
  return (
    <>
      {klasses.map((one) => (
        <section key={one}>
          {klass === undefined && <h2>{attributeTexts.klasses[one]}</h2>}
          <AttributeTable
            klass={one}
            attributes={attributes.filter((attribute) => attribute.attributes.klass === one)}
          />
        </section>
      ))}
      <LoadMore listing={listing} />
      <RenameDialog attributes={attributes} />
    </>
  );
}
