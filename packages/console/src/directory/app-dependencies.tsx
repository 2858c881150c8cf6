import { parseDependency } from '@app-platform/app-definition';
import { directoryTexts } from '../texts/directory.ts';
import type { App, Installation } from './queries.ts';

/** The apps that an app needs, and whether they are installed here. */
export function AppDependencies(props: { app: App; installations: Installation[] }) {
  const dependencies = (props.app.dependencies ?? []).map(parseDependency);
  if (dependencies.length === 0) return null;
  const installedVersion = (name: string) =>
    props.installations.find((one) => one.name === name)?.version;
  return (
    <section>
      <h2>{directoryTexts.dependencies}</h2>
      <ul>
        {dependencies.map(({ name, range }) => (
          <li key={name}>
            <code>
              {name} {range}
            </code>
            <br />
            <DependencyState version={installedVersion(name)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function DependencyState({ version }: { version: string | undefined }) {
  if (version === undefined) {
    return <span className="badge bad">{directoryTexts.dependencyMissing}</span>;
  }
  return <span className="badge good">{directoryTexts.dependencyInstalled(version)}</span>;
}
