import { categoryTags } from '@app-platform/app-definition';
import { operatorTags } from '@app-platform/contracts';
import { Link } from '@tanstack/react-router';
import { directoryTexts } from '../texts/directory.ts';

const tags = [...categoryTags, ...operatorTags];

/** Links to the directory with one tag. */
export function TagFilter() {
  return (
    <nav aria-label={directoryTexts.tags}>
      <ul className="tag-filter plain-list">
        <li>
          <TagLink text={directoryTexts.allTags} />
        </li>
        {tags.map((tag) => (
          <li key={tag}>
            <TagLink tag={tag} text={tagName(tag)} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

export function tagName(tag: string): string {
  return directoryTexts.tagNames[tag] ?? tag;
}

function TagLink({ tag, text }: { tag?: string; text: string }) {
  return (
    <Link
      to="/"
      search={({ q }) => ({ ...(q && { q }), ...(tag && { tag }) })}
      activeOptions={{ exact: true }}
    >
      {text}
    </Link>
  );
}
