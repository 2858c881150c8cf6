import { Link } from '@tanstack/react-router';
import { directoryTexts } from '../texts/directory.ts';
import { AppIcon } from './app-icon.tsx';
import { OwnerLine } from './owner-line.tsx';
import type { DirectoryApp } from './queries.ts';
import { tagName } from './tag-filter.tsx';

/** An app of the directory. */
export function AppCard({ app }: { app: DirectoryApp }) {
  const { name, title, iconUrl, visibility, tags, installedVersion, organization } = app.attributes;
  return (
    <article className="card app-card">
      <AppIcon address={iconUrl} title={title} />
      <div>
        <h2>
          <Link to="/apps/$name" params={{ name }} search={{ visibility }}>
            {title}
          </Link>
        </h2>
        <OwnerLine organization={organization} />
        <p className="badges">
          {visibility === 'private' && <span className="badge">{directoryTexts.own}</span>}
          {installedVersion && <span className="badge good">{directoryTexts.installed}</span>}
          {tags.map((tag) => (
            <span className="badge" key={tag}>
              {tagName(tag)}
            </span>
          ))}
        </p>
      </div>
    </article>
  );
}
