import { planTexts } from '../texts/directory.ts';
import type { Plan } from './queries.ts';

/** Whether missing apps are installed too, and the roles that each of them may have. */
export type ChosenDependencies = { withDependencies: boolean; roles: Record<string, string[]> };

export const withoutDependencies: ChosenDependencies = { withDependencies: false, roles: {} };

type Props = {
  plan: Plan;
  choice: ChosenDependencies;
  onChoice: (choice: ChosenDependencies) => void;
};

/** Offers to install the missing apps too, and lists them with their roles. */
export function DependencyChoice({ plan, choice, onChoice }: Props) {
  // To install the missing apps would not help where something else stands in the way.
  const areMissing =
    plan.problems.length > 0 && plan.problems.every(({ code }) => code === 'dependency_missing');
  if (!areMissing && !choice.withDependencies) return null;
  const choose = (app: string, roles: string[] | undefined) => {
    const { [app]: _, ...others } = choice.roles;
    onChoice({ ...choice, roles: { ...others, ...(roles && { [app]: roles }) } });
  };
  return (
    <>
      <label className="check">
        <input
          type="checkbox"
          checked={choice.withDependencies}
          onChange={({ target }) =>
            onChoice({ ...withoutDependencies, withDependencies: target.checked })
          }
        />{' '}
        {planTexts.withDependencies}
      </label>
      {choice.withDependencies && plan.apps.length > 0 && (
        <section>
          <h3>{planTexts.installedToo}</h3>
          <ul>
            {plan.apps.map((one) => (
              <li key={one.app}>
                <Dependency dependency={one} choice={choice} onRoles={choose} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

type DependencyProps = {
  dependency: Plan['apps'][number];
  choice: ChosenDependencies;
  onRoles: (app: string, roles: string[] | undefined) => void;
};

function Dependency({ dependency, choice, onRoles }: DependencyProps) {
  const { app, to, attributes } = dependency;
  const { allowed, waiting } = dependency.roles;
  const requested = [...(allowed ?? []), ...waiting].map(String);
  return (
    <>
      {app} {to}
      {attributes.length > 0 && (
        <p className="hint">
          {planTexts.attributesAdded}:{' '}
          {attributes.map(({ klass, name }) => `${klass} ${name}`).join(', ')}
        </p>
      )}
      {requested.length === 0 ? (
        <p className="hint">{planTexts.noRolesAsked}</p>
      ) : (
        <label className="check">
          <input
            type="checkbox"
            checked={choice.roles[app] !== undefined}
            onChange={({ target }) => onRoles(app, target.checked ? requested : undefined)}
          />{' '}
          {planTexts.allowRoles} {requested.join(', ')}
        </label>
      )}
    </>
  );
}
