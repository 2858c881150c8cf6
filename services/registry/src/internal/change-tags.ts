import { type ChangeTagsAnswer, type ChangeTagsRequest, problem } from '@app-platform/contracts';
import { AppError, type RequestContext } from '@app-platform/service-kit';
import type { Actor } from '../audit/audit-store.ts';
import type { Database } from '../database/database.ts';

/** Adds and removes tags that only the operator sets. They are of the app, not of a version. */
export async function changeOperatorTags(
  database: Database,
  actor: Actor,
  name: string,
  { add = [], remove = [] }: ChangeTagsRequest,
  context: RequestContext,
): Promise<ChangeTagsAnswer> {
  return database.transaction(async (stores) => {
    const app = await stores.apps.lock(name);
    if (!app) {
      throw new AppError(problem('not_found', `There is no app '${name}'.`, { parameter: 'name' }));
    }
    const kept = [...app.operatorTags, ...add].filter((tag) => !remove.some((one) => one === tag));
    const tags = [...new Set(kept)].sort();
    await stores.apps.setOperatorTags(app.appId, tags);
    await stores.audit.record({
      actor,
      action: 'app.tagged',
      subject: name,
      organizationId: app.organizationId,
      context,
      before: { tags: app.operatorTags },
      after: { tags },
    });
    return { name, tags };
  });
}
