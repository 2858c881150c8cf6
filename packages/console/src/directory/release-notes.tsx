import { directoryTexts } from '../texts/directory.ts';
import { Markdown } from './markdown.tsx';

/** The specification: a note begins with its date in double curly braces. */
const DATED = /^\s*\{\{([^}]*)\}\}\s*/;

/** The notes of every version, as the definition has them: the newest is open. */
export function ReleaseNotes({
  changelog = {},
}: {
  changelog?: Record<string, string> | undefined;
}) {
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
          <Markdown text={text.replace(DATED, '')} />
        </details>
      ))}
    </section>
  );
}
