import type { ReactNode } from 'react';
import { directoryTexts } from '../texts/directory.ts';
import type { App } from './queries.ts';

/** Who makes an app, and where more is said about it. */
export function AppFacts({ app }: { app: App }) {
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
      <dl className="facts">
        {facts.map(([term, value], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change
          <div key={index}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
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
