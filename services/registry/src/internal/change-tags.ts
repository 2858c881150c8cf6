import { type ChangeTagsAnswer, type ChangeTagsRequest, problem } from '@app-platform/contracts';
import { AppError, type RequestContext } from '@app-platform/http-api';
import type { Actor } from '../audit/audit-store.ts';
import type { RegistryDatabase } from '../stores.ts';

/** Adds and removes tags that only the operator sets. They are of the app, not of a version. */
export async function changeOperatorTags(
  database: RegistryDatabase,
  actor: Actor,
  name: string,
  { add = [], remove = [] }: ChangeTagsRequest,
  context: RequestContext,
): Promise<ChangeTagsAnswer> {
  return database.appTransaction(async (stores) => {
    const [app] = await stores.apps.lock([name]);
    if (!app) {
      throw new AppError(problem('not_found', `There is no app '${name}'.`, { parameter: 'name' }));
    }
    const kept = [...app.operatorTags, ...add].filter((tag) => !remove.some((one) => one === tag));
    const tags = [...new Set(kept)].sort();
    const ofVersion = app.tags.filter((tag) => !app.operatorTags.includes(tag));
    await stores.descriptions.setTags(app.appId, [...ofVersion, ...tags], tags);
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
