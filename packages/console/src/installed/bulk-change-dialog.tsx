import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isMissing, isPlanOutdated } from '../api/refusals.ts';
import { type Once, useWrite } from '../api/use-write.ts';
import { carryOut } from '../directory/change-installation.ts';
import { PlanConfirmation } from '../directory/plan-confirmation.tsx';
import { PlanSummary } from '../directory/plan-summary.tsx';
import type { Installation } from '../directory/queries.ts';
import { PageDialog, useCloseDialog } from '../elements/dialogs.tsx';
import { RecoverableSection } from '../elements/recoverable-section.tsx';
import {
  type BulkChange,
  type BulkPlannedApp,
  bulkChangeQuery,
  isAffected,
  planChange,
} from './bulk-change-plan.ts';
import { bulkChangeTexts } from './texts.ts';

type Props = {
  change: BulkChange;
  apps: readonly Installation[];
  /** @param count how many apps were changed */
  onDone: (change: BulkChange, count: number) => void;
};

/** Changes several apps with one plan. */
export function BulkChangeDialog(props: Props) {
  const close = useCloseDialog('dialog');
  // An app that is already changed stays in the dialog while the others are changed.
  const [apps] = useState(props.apps);
  if (apps.length === 0) return null;
  return (
    <PageDialog title={bulkChangeTexts.title[props.change](apps.length)} onClose={close} isLasting>
      <RecoverableSection>
        <PlannedBulkChange {...props} apps={apps} onClose={close} />
      </RecoverableSection>
    </PageDialog>
  );
}

function PlannedBulkChange({ change, apps, onDone, onClose }: Props & { onClose: () => void }) {
  const { data } = useSuspenseQuery(bulkChangeQuery(change, apps));
  const { mutation, done } = useCarryOutAll(change, data, onDone);
  const planned = data.filter(({ app }) => !done.has(app.name));
  const isPossible = planned.length > 0 && planned.every(({ plan }) => plan.problems.length === 0);
  return (
    <>
      {planned.length === 0 && done.size === 0 && <p>{bulkChangeTexts.nothing[change]}</p>}
      {planned.map(({ app, plan }) => (
        <section key={app.name} className="bulk-planned-app">
          <h3>{bulkChangeTexts.change[change](app.title, app.version, plan.to ?? '')}</h3>
          <PlanSummary plan={plan} heading="h4" />
        </section>
      ))}
      {mutation.error && done.size > 0 && (
        <p>{bulkChangeTexts.partly[change](done.size, apps.length)}</p>
      )}
      <PlanConfirmation
        mutation={mutation}
        onConfirm={() => mutation.mutate()}
        onClose={onClose}
        isPossible={isPossible}
        isDanger={change === 'uninstall'}
        action={bulkChangeTexts.action[change]}
      />
    </>
  );
}

/** Changes one app after the other. A further attempt changes only the apps that are not changed yet. */
function useCarryOutAll(
  change: BulkChange,
  planned: readonly BulkPlannedApp[],
  onDone: Props['onDone'],
) {
  const queryClient = useQueryClient();
  const [done] = useState(() => new Map<string, BulkPlannedApp>());
  const mutation = useWrite({
    write: async (once) => {
      for (const one of planned) {
        if (done.has(one.app.name)) continue;
        const isOutdated = [...done.values()].some((changed) => isAffected(one, changed));
        const plan = isOutdated ? await planChange(change, one.app) : one.plan;
        if (plan) await carryOutOnce(once, change, { ...one, plan });
        done.set(one.app.name, one);
      }
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['apps'] });
      onDone(change, done.size);
    },
    onError: async (error) => {
      const outdated = isPlanOutdated(error) ? [['apps'], ['plan']] : [['apps']];
      await Promise.all(outdated.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
    },
  });
  return { mutation, done };
}

/** An app that is no longer installed counts as uninstalled: the answer of an earlier attempt may be lost. */
async function carryOutOnce(
  once: Once,
  change: BulkChange,
  { app, plan }: BulkPlannedApp,
): Promise<void> {
  try {
    await carryOut(once, app, { change: change === 'update' ? 'upgrade' : 'uninstall', plan });
  } catch (error) {
    if (change !== 'uninstall' || !isMissing(error)) throw error;
  }
}
