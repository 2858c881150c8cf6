import { type StandardKlass, standardKlasses } from '@app-platform/app-definition';
import { Link } from '@tanstack/react-router';
import { attributeTexts } from '../texts/attributes.ts';

/** Links to the attributes of all Klasses, and of each one. */
export function KlassFilter({ chosen }: { chosen: StandardKlass | undefined }) {
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
