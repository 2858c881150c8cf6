import {
  acceptsVersion,
  attributeDataType,
  type Dependency,
  namespacedAttribute,
  parseDependency,
} from '@app-platform/app-definition';
import { useSuspenseQueries } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Facts } from '../elements/data-table.tsx';
import { Day } from '../elements/moment.tsx';
import { Contained } from '../elements/notices.tsx';
import { isAllowedPicture } from '../elements/value.tsx';
import { AppLink } from './app-summary.tsx';
import { Markdown } from './markdown.tsx';
import type { AppState } from './possible-changes.ts';
import { type App, appQuery, type Installation, versionsQuery } from './queries.ts';
import { directoryTexts } from './texts.ts';

/** What an app does, who makes it, what it needs and what it adds. A part that cannot be shown is left out. */
export function AppContent(props: AppState & { installations: Installation[] }) {
  const { app, installation, installations } = props;
  return (
    <div className="app-columns">
      <AppTexts app={app} />
      <div className="card">
        <Contained>
          <AppFacts app={app} />
        </Contained>
        <Contained>
          <AppRoles roles={app.roles} />
        </Contained>
        <Contained>
          <AppDependencies app={app} installations={installations} />
        </Contained>
        <Contained>
          <AppAttributes app={app} />
        </Contained>
        <AppVersions app={app} installation={installation} />
      </div>
    </div>
  );
}

function AppTexts({ app }: { app: App }) {
  const { description, screenshots = [] } = app;
  return (
    <div className="card">
      <section>
        <h2>{directoryTexts.description}</h2>
        {description ? (
          <Markdown text={description} firstHeading={3} />
        ) : (
          <p className="muted">{directoryTexts.noDescription}</p>
        )}
      </section>
      <Contained>
        <Screenshots addresses={screenshots} />
      </Contained>
      <Contained>
        <ReleaseNotes changelog={app.changelog} />
      </Contained>
    </div>
  );
}

function AppRoles({ roles }: { roles: App['roles'] }) {
  return (
    <section>
      <h2>{directoryTexts.roles}</h2>
      {roles?.length ? (
        <ul>
          {roles.map(String).map((role) => (
            <li key={role}>
              <code>{role}</code>
            </li>
          ))}
        </ul>
      ) : (
        <p className="muted">{roles ? directoryTexts.noRoles : directoryTexts.allRoles}</p>
      )}
    </section>
  );
}

/** Who makes an app, and where more is said about it. */
function AppFacts({ app }: { app: App }) {
  const { appDeveloper, externalPlatform, documentationLinks = [] } = app.appDetails ?? {};
  const facts: [string, ReactNode][] = [];
  if (appDeveloper?.name) {
    facts.push([directoryTexts.developer, linkTo(appDeveloper.website, appDeveloper.name)]);
  }
  if (appDeveloper?.supportEmail) {
    const mailbox = appDeveloper.supportEmail.replace(/^\s*mailto:/i, '');
    facts.push([directoryTexts.support, linkTo(`mailto:${mailbox}`, mailbox)]);
  }
  if (externalPlatform?.name) {
    facts.push([directoryTexts.connects, linkTo(externalPlatform.website, externalPlatform.name)]);
  }
  if (app.website) facts.push([directoryTexts.website, linkTo(app.website, app.website)]);
  for (const { title, url } of documentationLinks) {
    facts.push([directoryTexts.documentation, linkTo(url, title ?? url ?? '')]);
  }
  if (facts.length === 0) return null;
  return (
    <section>
      <h2>{directoryTexts.facts}</h2>
      <Facts className="facts" facts={facts} />
    </section>
  );
}

/** An address of an early version is unchecked: anything but these schemes is text. */
function linkTo(address: string | undefined, text: string): ReactNode {
  if (!address || !/^(https?|mailto):/i.test(address)) return text;
  return (
    <a href={address} rel="noopener noreferrer nofollow" target="_blank">
      {text}
    </a>
  );
}

/** The apps that an app needs, and whether they are installed here in a version that fits. */
function AppDependencies(props: { app: App; installations: Installation[] }) {
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

/** The attributes that an app adds to standard Klasses, under the names that they get. */
function AppAttributes({ app }: { app: App }) {
  const attributes = attributesOf(app);
  if (attributes.length === 0) return null;
  return (
    <section>
      <h2>{directoryTexts.attributes}</h2>
      <ul>
        {attributes.map(({ klass, name, displayName, type }) => (
          <li key={`${klass} ${name}`}>
            {displayName}
            <br />
            <span className="muted">
              {klass} <code>{name}</code> {type}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function attributesOf({ klasses = [], identifier }: App) {
  return klasses.flatMap(({ name: klass, metadata }) => {
    if (!metadata?.standard) return [];
    const properties = Object.entries(
      (metadata.properties ?? {}) as Record<string, { displayName?: string }>,
    );
    return properties.map(([attribute, { displayName }]) => ({
      klass,
      name: namespacedAttribute(identifier, attribute),
      displayName: displayName ?? attribute,
      type: attributeDataType(attribute),
    }));
  });
}

/** The versions of an app, the highest first, those of each major version together. */
function AppVersions({ app, installation }: AppState) {
  const [{ data: versions }, { data: current }] = useSuspenseQueries({
    queries: [versionsQuery(app.name, app.visibility), appQuery(app.name, app.visibility)],
  });
  const byMajor = Map.groupBy(versions, ({ attributes }) => attributes.version.split('.', 1)[0]);
  return (
    <section>
      <h2>{directoryTexts.versions}</h2>
      {[...byMajor].map(([major, ofMajor]) => (
        <ul key={major} className="plain-list app-versions" aria-label={`${major}.x`}>
          {ofMajor.map(({ attributes: { version, createdAt } }) => (
            <li key={version}>
              <span>{version}</span> <Day at={createdAt} />{' '}
              <span>
                {version === current.version && (
                  <span className="badge">{directoryTexts.current}</span>
                )}{' '}
                {version === installation?.version && (
                  <span className="badge good">{directoryTexts.installed}</span>
                )}
              </span>
            </li>
          ))}
        </ul>
      ))}
    </section>
  );
}

/** The screenshots of an app, without those that do not load. */
function Screenshots({ addresses }: { addresses: string[] }) {
  const [failed, setFailed] = useState<readonly string[]>([]);
  const shown = addresses.filter((one) => isAllowedPicture(one) && !failed.includes(one));
  if (shown.length === 0) return null;
  const title = directoryTexts.screenshots;
  return (
    <section>
      <h2>{title}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, by keyboard too */}
      <section className="screenshots" aria-label={title} tabIndex={0}>
        {shown.map((address, index) => (
          <img
            key={address}
            src={address}
            alt={directoryTexts.screenshot(index + 1)}
            loading="lazy"
            referrerPolicy="no-referrer"
            onError={() => setFailed((before) => [...before, address])}
          />
        ))}
      </section>
    </section>
  );
}

/** The specification: a note begins with its date in double curly braces. */
const DATED = /^\s*\{\{([^}]*)\}\}\s*/;

/** The notes of every version, as the definition has them: the newest is open. */
function ReleaseNotes({ changelog = {} }: { changelog?: Record<string, string> | undefined }) {
  const notes = Object.entries(changelog).reverse();
  if (notes.length === 0) return null;
  return (
    <section>
      <h2>{directoryTexts.releaseNotes}</h2>
      {notes.map(([version, text], index) => (
        <details key={version} open={index === 0}>
          <summary>
            {version} <span className="muted">{DATED.exec(text)?.[1]}</span>
          </summary>
          <Markdown text={text.replace(DATED, '')} firstHeading={3} />
        </details>
      ))}
    </section>
  );
}
