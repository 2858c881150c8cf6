import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isPlanOutdated } from '../api/refusals.ts';
import { Button } from '../elements/button.tsx';
import { Contained, RefusalNotice } from '../elements/notices.tsx';
import { elementTexts } from '../elements/texts.ts';
import { LoadingPage } from '../shell/page.tsx';
import { useChangeInstallation } from './change-installation.ts';
import type { PlannedKind } from './changes.ts';
import { PlanSummary, VersionDifference } from './plan-summary.tsx';
import { type App, type Installation, type Plan, planQuery } from './queries.ts';
import { directoryTexts, planTexts } from './texts.ts';

type Props = {
  app: App;
  installation: Installation | undefined;
  change: PlannedKind;
  onClose: () => void;
  onDone: () => void;
};

/** What a change would do, read from a plan that the change then refers to. */
export function PlannedChange(props: Props) {
  const { app, installation, change } = props;
  const { name, visibility } = app;
  const to = targetOf(props);
  const [choice, setChoice] = useState(withoutDependencies);
  const { data, error, isPlaceholderData } = useQuery({
    ...planQuery({ app: name, visibility, to, ...(choice.withDependencies && choice) }),
    placeholderData: keepPreviousData,
  });
  if (error) return <RefusalNotice error={error} />;
  if (!data) return <LoadingPage />;
  return (
    <>
      <Contained>
        <PlanSummary plan={data} withDependencies={choice.withDependencies} />
      </Contained>
      {to && installation && (change === 'upgrade' || change === 'update') && (
        <Contained>
          <VersionDifference app={app} from={installation.version} to={to} />
        </Contained>
      )}
      {change === 'install' && (
        <DependencyChoice plan={data} choice={choice} onChoice={setChoice} />
      )}
      <ChangeForm
        {...props}
        plan={data}
        isCurrent={!isPlaceholderData}
        onOutdated={() => setChoice((one) => ({ ...one, roles: {} }))}
      />
    </>
  );
}

function targetOf({ app, installation, change }: Props): string | null {
  if (change === 'uninstall') return null;
  if (change === 'rollback') return installation?.previousVersion ?? null;
  if (change === 'update') return installation?.compatibleVersion ?? null;
  return app.version;
}

type FormProps = Props & {
  plan: Plan;
  /** Whether the plan is for what is chosen, and no earlier one. */
  isCurrent: boolean;
  /** The choice may not fit what is there now. */
  onOutdated: () => void;
};

function ChangeForm({ app, change, plan, isCurrent, onClose, onDone, onOutdated }: FormProps) {
  const mutation = useChangeInstallation(app, { done: onDone, outdated: onOutdated });
  const isPossible = plan.problems.length === 0 && isCurrent;
  const carryOut = () => mutation.mutate({ change, plan });
  return (
    <>
      {isPlanOutdated(mutation.error) ? (
        <p className="notice bad" role="alert">
          {planTexts.outdated}
        </p>
      ) : (
        <RefusalNotice error={mutation.error} />
      )}
      <div className="dialog-actions">
        <Button look="quiet" onClick={onClose}>
          {elementTexts.cancel}
        </Button>
        <Button
          look={change === 'uninstall' ? 'danger' : undefined}
          disabled={!isPossible || mutation.isPending}
          onClick={carryOut}
        >
          {mutation.isPending ? planTexts.working : buttonText(change, plan)}
        </Button>
      </div>
    </>
  );
}

function buttonText(change: Props['change'], { to }: Plan): string {
  if (change === 'install') return directoryTexts.install;
  if (change === 'uninstall') return directoryTexts.uninstall;
  return change === 'rollback'
    ? directoryTexts.rollback(to ?? '')
    : directoryTexts.upgrade(to ?? '');
}

/** Whether missing apps are installed too, and the roles that each of them may have. */
type ChosenDependencies = { withDependencies: boolean; roles: Record<string, string[]> };

const withoutDependencies: ChosenDependencies = { withDependencies: false, roles: {} };

type ChoiceProps = {
  plan: Plan;
  choice: ChosenDependencies;
  onChoice: (choice: ChosenDependencies) => void;
};

/** Offers to install the missing apps too, and lists them with their roles. */
function DependencyChoice({ plan, choice, onChoice }: ChoiceProps) {
  // Installing the missing apps does not help if there are other problems.
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
