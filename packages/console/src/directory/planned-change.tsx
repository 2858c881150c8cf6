import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isPlanOutdated } from '../api/refusals.ts';
import { RefusalNotice } from '../elements/refusal-notice.tsx';
import { LoadingPage } from '../layout/loading-page.tsx';
import { directoryTexts, planTexts } from '../texts/directory.ts';
import { layoutTexts } from '../texts/layout.ts';
import { useChangeInstallation } from './change-installation.ts';
import type { PlannedKind } from './changes.ts';
import { PlanSummary } from './plan-summary.tsx';
import { type App, type Installation, type Plan, planQuery } from './queries.ts';
import { VersionDifference } from './version-difference.tsx';

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
  const { data: plan, error } = useQuery(planQuery({ app: name, visibility, to }));
  if (error) return <RefusalNotice error={error} />;
  if (!plan) return <LoadingPage />;
  return (
    <>
      <PlanSummary plan={plan} />
      {to && installation && change === 'upgrade' && (
        <VersionDifference app={app} from={installation.version} to={to} />
      )}
      <ChangeForm {...props} plan={plan} />
    </>
  );
}

function targetOf({ app, installation, change }: Props): string | null {
  if (change === 'uninstall') return null;
  return change === 'rollback' ? (installation?.previousVersion ?? null) : app.version;
}

function ChangeForm({ app, change, plan, onClose, onDone }: Props & { plan: Plan }) {
  const [withDependencies, setWithDependencies] = useState(false);
  const mutation = useChangeInstallation(app, onDone);
  // To install the missing apps would not help where something else stands in the way.
  const areDependenciesMissing =
    plan.problems.length > 0 && plan.problems.every(({ code }) => code === 'dependency_missing');
  const isPossible = plan.problems.length === 0 || (areDependenciesMissing && withDependencies);
  const carryOut = () => mutation.mutate({ change, plan, withDependencies });
  return (
    <>
      {areDependenciesMissing && change === 'install' && (
        <label className="check">
          <input
            type="checkbox"
            checked={withDependencies}
            onChange={(event) => setWithDependencies(event.target.checked)}
          />{' '}
          {planTexts.withDependencies}
        </label>
      )}
      {isPlanOutdated(mutation.error) && !mutation.variables?.withDependencies ? (
        <p className="notice bad" role="alert">
          {planTexts.outdated}
        </p>
      ) : (
        <RefusalNotice error={mutation.error} />
      )}
      <div className="dialog-actions">
        <button className="button quiet" type="button" onClick={onClose}>
          {layoutTexts.cancel}
        </button>
        <button
          className={change === 'uninstall' ? 'button danger' : 'button'}
          type="button"
          disabled={!isPossible || mutation.isPending}
          onClick={carryOut}
        >
          {mutation.isPending ? planTexts.working : buttonText(change, plan)}
        </button>
      </div>
    </>
  );
}

function buttonText(change: Props['change'], { to }: Plan): string {
  if (change === 'install') return directoryTexts.install;
  if (change === 'uninstall') return directoryTexts.uninstall;
  return change === 'upgrade'
    ? directoryTexts.upgrade(to ?? '')
    : directoryTexts.rollback(to ?? '');
}
