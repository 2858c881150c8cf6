import { useSuspenseQuery } from '@tanstack/react-query';
import { directoryTexts } from '../texts/directory.ts';
import type { AppState } from './possible-changes.ts';
import { appQuery, versionsQuery } from './queries.ts';

/** The versions of an app, the highest first. */
export function AppVersions({ app, installation }: AppState) {
  const { data: versions } = useSuspenseQuery(versionsQuery(app.name, app.visibility));
  const { data: current } = useSuspenseQuery(appQuery(app.name, app.visibility));
  return (
    <section>
      <h2>{directoryTexts.versions}</h2>
      <ul className="plain-list">
        {versions.map(({ attributes: { version, createdAt } }) => (
          <li key={version}>
            {version} <time dateTime={createdAt}>{new Date(createdAt).toLocaleDateString()}</time>{' '}
            {version === current.version && <span className="badge">{directoryTexts.current}</span>}{' '}
            {version === installation?.version && (
              <span className="badge good">{directoryTexts.installed}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
