import { unwrap } from '@app-platform/client/source';
import { useQuery } from '@tanstack/react-query';
import { registry } from '../api/clients.ts';
import { type Column, DataTable } from '../elements/data-table.tsx';
import { Value } from '../elements/value.tsx';
import { type ComponentChange, memberOf, valueAtPointer, valueOfSame } from './component-value.ts';
import { type App, appQuery } from './queries.ts';
import { differenceTexts } from './texts.ts';

type DifferenceProps = {
  app: Pick<App, 'name' | 'visibility'>;
  from: string;
  to: string;
  /** False where what stands around it names it. */
  isTitled?: boolean;
};

/** One line of the difference: a component, or a member of one that changed. */
type Difference = {
  id: string;
  change: ComponentChange['change'];
  component: string;
  name: string | null;
  member?: string;
  before: unknown;
  after: unknown;
};

/** How the definition of a version differs from another one. */
export function VersionDifference(props: DifferenceProps) {
  const { app, from, to, isTitled = true } = props;
  const { name, visibility } = app;
  const { data: changes } = useQuery({
    queryKey: ['apps', 'difference', name, visibility, from, to],
    queryFn: () => readDifference(props),
  });
  const { data: earlier } = useQuery(appQuery(`${name}-${from}`, visibility));
  const { data: later } = useQuery(appQuery(`${name}-${to}`, visibility));
  if (!changes || !earlier || !later) return null;
  const rows = changes.flatMap((change) => differencesOf(change, earlier, later));
  return (
    <section>
      {isTitled && <h3>{differenceTexts.title}</h3>}
      {rows.length === 0 ? (
        <p>{differenceTexts.none}</p>
      ) : (
        <DataTable
          caption={differenceTexts.caption}
          columns={columnsOf(from, to)}
          rows={rows}
          isTextOnly
        />
      )}
    </section>
  );
}

async function readDifference({ app: { name, visibility }, from, to }: DifferenceProps) {
  const params = { path: { name }, query: { from, to, visibility } };
  const { data } = await unwrap(registry.GET('/v1/apps/available/{name}/diff', { params }));
  return data.changes;
}

function differencesOf(change: ComponentChange, earlier: App, later: App): Difference[] {
  const { component, name, pointer, members = [] } = change;
  const base = { id: pointer, component, name, change: change.change };
  if (change.change === 'added') {
    return [{ ...base, before: undefined, after: valueAtPointer(later, change) }];
  }
  if (change.change === 'removed') {
    return [
      { ...base, id: `- ${pointer}`, before: valueAtPointer(earlier, change), after: undefined },
    ];
  }
  const [before, after] = [valueOfSame(earlier, change), valueAtPointer(later, change)];
  if (members.length === 0) return [{ ...base, before, after }];
  return members.map((member) => ({
    ...base,
    id: `${pointer} ${member}`,
    member,
    before: memberOf(before, member),
    after: memberOf(after, member),
  }));
}

const pictures = ['iconUrl', 'screenshots'];

function columnsOf(from: string, to: string): Column<Difference>[] {
  const value = (side: 'before' | 'after') => (difference: Difference) => (
    <div className="changed-value">
      <Value value={difference[side]} isPicture={pictures.includes(difference.component)} />
    </div>
  );
  return [
    { title: differenceTexts.what, cell: (difference) => <What difference={difference} /> },
    { title: differenceTexts.inVersion(from), cell: value('before') },
    { title: differenceTexts.inVersion(to), cell: value('after') },
  ];
}

function What({ difference }: { difference: Difference }) {
  const { component, name, member, change, before, after } = difference;
  // The elements of a list of texts are their own names.
  const isNamed = name !== null && name !== before && name !== after;
  return (
    <>
      {differenceTexts.componentWords(component)} {isNamed && <Value value={name} />}
      {member && <code className="secondary">{member}</code>}
      <span className="secondary">{differenceTexts.changes[change]}</span>
    </>
  );
}
