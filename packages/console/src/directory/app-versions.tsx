import { useSuspenseQuery } from '@tanstack/react-query';
import { directoryTexts } from '../texts/directory.ts';
import { type App, type Installation, versionsQuery } from './queries.ts';

/** The versions of an app, the highest first. */
export function AppVersions(props: { app: App; installation: Installation | undefined }) {
  const { app, installation } = props;
  const { data: versions } = useSuspenseQuery(versionsQuery(app.name, app.visibility));
  return (
    <section>
      <h2>{directoryTexts.versions}</h2>
      <ul className="plain-list">
        {versions.map(({ attributes: { version, createdAt } }) => (
          <li key={version}>
            {version} <time dateTime={createdAt}>{new Date(createdAt).toLocaleDateString()}</time>{' '}
            {version === app.version && <span className="badge">{directoryTexts.current}</span>}{' '}
            {version === installation?.version && (
              <span className="badge good">{directoryTexts.installed}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
