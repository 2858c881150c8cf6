import type { RequestContext } from '@app-platform/http-api';
import type { Principal } from '../authentication/principal.ts';
import type { Dependencies } from '../dependencies.ts';
import { lockDraft } from './find-draft.ts';

/** Removes a draft. Where it is installed, it stays so. @throws AppError `not_found` */
export function removeDraft(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  principal: Principal,
  app: string,
  context: RequestContext,
): Promise<void> {
  return database.appTransaction(async (stores) => {
    const reference = { text: app, source: { parameter: 'app' } };
    const { name, appId, versionId } = await lockDraft(stores, principal, reference, clock());
    await stores.drafts.remove(appId);
    await stores.drafts.removeUnusedVersion(versionId);
    await stores.drafts.removeUnusedApp(appId);
    await stores.audit.record({
      actor: principal,
      action: 'app_draft.removed',
      subject: name,
      organizationId: principal.organizationId,
      context,
    });
  });
}
