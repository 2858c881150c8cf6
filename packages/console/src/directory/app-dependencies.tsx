import { acceptsVersion, type Dependency, parseDependency } from '@app-platform/app-definition';
import { directoryTexts } from '../texts/directory.ts';
import { AppLink } from './app-link.tsx';
import type { App, Installation } from './queries.ts';

/** The apps that an app needs, and whether they are installed here in a version that fits. */
export function AppDependencies(props: { app: App; installations: Installation[] }) {
  const dependencies = (props.app.dependencies ?? []).map(parseDependency);
  if (dependencies.length === 0) return null;
  const installedVersion = (name: string) =>
    props.installations.find((one) => one.name === name)?.version;
  return (
    <section>
      <h2>{directoryTexts.dependencies}</h2>
      <ul>
        {dependencies.map((dependency) => (
          <li key={dependency.name}>
            <AppLink name={dependency.name}>
              <code>
                {dependency.name} {dependency.range}
              </code>
            </AppLink>
            <br />
            <DependencyState dependency={dependency} version={installedVersion(dependency.name)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

type StateProps = { dependency: Dependency; version: string | undefined };

function DependencyState({ dependency, version }: StateProps) {
  if (version === undefined) {
    return <span className="badge bad">{directoryTexts.dependencyMissing}</span>;
  }
  return acceptsVersion(dependency, version) ? (
    <span className="badge good">{directoryTexts.dependencyInstalled(version)}</span>
  ) : (
    <span className="badge bad">{directoryTexts.dependencyUnfit(version)}</span>
  );
}
