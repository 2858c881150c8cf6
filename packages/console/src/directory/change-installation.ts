import { unwrap } from '@app-platform/client/source';
import { useQueryClient } from '@tanstack/react-query';
import { registry } from '../api/clients.ts';
import { isPlanOutdated } from '../api/refusals.ts';
import { type Once, useWrite } from '../api/use-write.ts';
import type { Change, PlannedKind } from './changes.ts';
import type { App, Plan } from './queries.ts';

type ChangeRequest = { change: PlannedKind; plan: Plan };

/** `outdated`: the change would do something else now than its plan says. */
type Ends = { done: () => void; outdated: () => void };

const installedPath = '/v1/apps/installed/{name}';

/** Carries out a planned change, and invalidates every query about apps. */
export function useChangeInstallation(app: App, ends: Ends) {
  const queryClient = useQueryClient();
  return useWrite({
    write: (once, request: ChangeRequest) => carryOut(once, app, request),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['apps'] });
      ends.done();
    },
    onError: async (error) => {
      // The dialog then shows what the change would do now.
      if (!isPlanOutdated(error)) return;
      ends.outdated();
      await queryClient.invalidateQueries({ queryKey: ['plan'] });
    },
  });
}

/** Restores a removed installation, or the replaced version. */
export function useUndoChange(
  { name, visibility }: Pick<App, 'name' | 'visibility'>,
  onDone: () => void,
) {
  const queryClient = useQueryClient();
  const params = { path: { name }, query: { visibility } };
  return useWrite({
    write: (once, change: Change) =>
      change === 'uninstall'
        ? unwrap(registry.POST(`${installedPath}/restore`, once({ params })))
        : unwrap(registry.POST(`${installedPath}/rollback`, once({ params }))),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['apps'] });
      onDone();
    },
  });
}

/** Carries out a planned change of one app. */
export async function carryOut(
  once: Once,
  app: Pick<App, 'name' | 'visibility'>,
  { change, plan }: ChangeRequest,
): Promise<void> {
  const { name, visibility } = app;
  const params = { path: { name }, query: { visibility } };
  if (change === 'uninstall') {
    const query = { visibility, plan: plan.id };
    await unwrap(registry.DELETE(installedPath, { params: { ...params, query } }));
  } else if (change === 'rollback') {
    await unwrap(registry.POST(`${installedPath}/rollback`, once({ params })));
  } else {
    const body = { app: `${name}-${plan.to}`, visibility, plan: plan.id };
    await unwrap(registry.POST('/v1/apps/installed', once({ body })));
  }
}
