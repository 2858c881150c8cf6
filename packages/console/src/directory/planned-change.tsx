import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isPlanOutdated } from '../api/refusals.ts';
import { RefusalNotice } from '../elements/refusal-notice.tsx';
import { LoadingPage } from '../layout/loading-page.tsx';
import { directoryTexts, planTexts } from '../texts/directory.ts';
import { layoutTexts } from '../texts/layout.ts';
import { useChangeInstallation } from './change-installation.ts';
import type { PlannedKind } from './changes.ts';
import { DependencyChoice, withoutDependencies } from './dependency-choice.tsx';
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
  const [choice, setChoice] = useState(withoutDependencies);
  const { data, error, isPlaceholderData } = useQuery({
    ...planQuery({ app: name, visibility, to, ...(choice.withDependencies && choice) }),
    placeholderData: keepPreviousData,
  });
  if (error) return <RefusalNotice error={error} />;
  if (!data) return <LoadingPage />;
  return (
    <>
      <PlanSummary plan={data} withDependencies={choice.withDependencies} />
      {to && installation && (change === 'upgrade' || change === 'update') && (
        <VersionDifference app={app} from={installation.version} to={to} />
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
  return change === 'rollback'
    ? directoryTexts.rollback(to ?? '')
    : directoryTexts.upgrade(to ?? '');
}
