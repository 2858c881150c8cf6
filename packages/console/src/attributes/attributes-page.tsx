import './attributes.css';
import { isStandardKlass, type StandardKlass, standardKlasses } from '@app-platform/app-definition';
import { roles } from '@app-platform/contracts';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useCaller } from '../api/caller.ts';
import { LoadMore } from '../elements/listing.tsx';
import { EmptyState, RoleRequired } from '../elements/notices.tsx';
import { RecoverableSection } from '../elements/recoverable-section.tsx';
import { Page } from '../shell/page.tsx';
import { NotFoundPage } from '../shell/refusal-page.tsx';
import { AttributeTable, RenameDialog } from './attribute-table.tsx';
import { attributesQuery } from './queries.ts';
import { attributeTexts } from './texts.ts';

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
  return (
    <Page title={title}>
      <RoleRequired roles={READING_ROLES}>
        <p className="muted">{attributeTexts.description}</p>
        <KlassFilter chosen={klass} />
        <ChangeNote />
        <RecoverableSection>
          <Registry klass={klass} />
        </RecoverableSection>
      </RoleRequired>
    </Page>
  );
}

function Registry({ klass }: { klass: StandardKlass | undefined }) {
  const listing = useSuspenseInfiniteQuery(attributesQuery(klass));
  const attributes = listing.data.pages.flatMap((page) => page.data);
  if (attributes.length === 0) {
    return (
      <EmptyState title={attributeTexts.empty} advice={attributeTexts.emptyAdvice}>
        <Link className="button quiet" to="/directory">
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

/** Links to the attributes of all Klasses, and of each one. */
function KlassFilter({ chosen }: { chosen: StandardKlass | undefined }) {
  return (
    <nav aria-label={attributeTexts.klassFilter}>
      <ul className="choices plain-list">
        <li>
          <Link to="/attributes" activeOptions={{ exact: true, includeSearch: false }}>
            {attributeTexts.allKlasses}
          </Link>
        </li>
        {standardKlasses.map((klass) => (
          <li key={klass}>
            <Link
              to="/attributes/$klass"
              params={{ klass }}
              activeProps={{ 'aria-current': undefined }}
              aria-current={klass === chosen ? 'page' : undefined}
            >
              {attributeTexts.klasses[klass]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Says who can give the role that changes need. */
function ChangeNote() {
  const caller = useCaller();
  if (caller.holds(roles.apps)) return null;
  return <p className="notice">{attributeTexts.readOnly(roles.apps, caller.organizationName)}</p>;
}
