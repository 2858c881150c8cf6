import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Contained, RefusalNotice } from '../elements/notices.tsx';
import { Skeleton } from '../elements/skeleton.tsx';
import { useChangeInstallation } from './change-installation.ts';
import type { PlannedKind } from './changes.ts';
import { PlanConfirmation } from './plan-confirmation.tsx';
import { PlanSummary } from './plan-summary.tsx';
import { PlannedApps, type RoleDecision } from './planned-apps.tsx';
import { type App, type Installation, type Plan, planQuery } from './queries.ts';
import { directoryTexts } from './texts.ts';
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
  const [roles, setRoles] = useState<RoleDecision>({});
  // What is missing comes along: the plan says where that is not possible.
  const withDependencies = change !== 'uninstall' && change !== 'rollback';
  const { data, error, isPlaceholderData } = useQuery({
    ...planQuery({
      app: name,
      visibility,
      to,
      ...(withDependencies && { withDependencies, roles }),
    }),
    placeholderData: keepPreviousData,
  });
  if (error) return <RefusalNotice error={error} />;
  if (!data) return <Skeleton />;
  return (
    <>
      <Contained>
        <PlanSummary plan={data} />
      </Contained>
      {data.apps.length > 0 && (
        <PlannedApps app={app} plan={data} decision={roles} onDecision={setRoles} />
      )}
      {to && installation && (change === 'upgrade' || change === 'update') && (
        <Contained>
          <VersionDifference app={app} from={installation.version} to={to} />
        </Contained>
      )}
      <ChangeForm
        {...props}
        plan={data}
        isCurrent={!isPlaceholderData}
        onOutdated={() => setRoles({})}
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
  return (
    <PlanConfirmation
      mutation={mutation}
      onConfirm={() => mutation.mutate({ change, plan })}
      onClose={onClose}
      isPossible={isPossible}
      isDanger={change === 'uninstall'}
      action={buttonText(change, plan)}
    />
  );
}

function buttonText(change: Props['change'], { to }: Plan): string {
  if (change === 'install') return directoryTexts.install;
  if (change === 'uninstall') return directoryTexts.uninstall;
  return change === 'rollback'
    ? directoryTexts.rollback(to ?? '')
    : directoryTexts.upgrade(to ?? '');
}
