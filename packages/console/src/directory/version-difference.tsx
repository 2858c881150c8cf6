import { unwrap } from '@app-platform/client/source';
import { useQuery } from '@tanstack/react-query';
import { registry } from '../api/clients.ts';
import { planTexts } from '../texts/directory.ts';
import type { App } from './queries.ts';

type Props = { app: App; from: string; to: string };

/** How the definition of a version differs from the installed one. */
export function VersionDifference({ app, from, to }: Props) {
  const { data: changes } = useQuery({
    queryKey: ['apps', 'difference', app.name, app.visibility, from, to],
    queryFn: () => readDifference({ app, from, to }),
  });
  if (!changes) return null;
  return (
    <section>
      <h3>{planTexts.difference}</h3>
      {changes.length === 0 && <p>{planTexts.noDifference}</p>}
      <ul>
        {changes.map(({ component, name, change, pointer, members }) => (
          <li key={pointer}>
            {planTexts.changes[change]} {component} {name && <code>{name}</code>}
            {members && members.length > 0 && (
              <span className="muted"> ({members.join(', ')})</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

async function readDifference({ app: { name, visibility }, from, to }: Props) {
  const params = { path: { name }, query: { from, to, visibility } };
  const { data } = await unwrap(registry.GET('/v1/apps/available/{name}/diff', { params }));
  return data.changes;
}
