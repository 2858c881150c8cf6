import {
  appNamePattern,
  ChangeTagsRequest,
  ChangeTagsResponse,
  problem,
} from '@app-platform/contracts';
import {
  AppError,
  defineInternalRoute,
  type InternalCaller,
  parameter,
  type RequestContext,
  type Route,
} from '@app-platform/http-api';
import { Type } from '@sinclair/typebox';
import type { Actor, AuditStores } from '../../audit/audit-store.ts';
import { operator, operatorAccess } from '../../authentication/operator.ts';
import type { Database } from '../../database/database.ts';
import type { AppStores } from '../app-name-store.ts';
import type { DescriptionStore } from '../registration/description-store.ts';

type TagDatabase = Database<
  Pick<AppStores, 'apps'> & AuditStores & { descriptions: Pick<DescriptionStore, 'setTags'> }
>;

/** The operator's tags of an app. */
export function operatorTagRoute({ database }: { database: TagDatabase }): Route<InternalCaller> {
  return defineInternalRoute({
    method: 'patch',
    path: '/internal/apps/{name}/tags',
    operationId: 'changeTags',
    summary: 'Set tags that only the operator sets',
    access: operatorAccess,
    invalidates: ['app'],
    parameters: [
      parameter('name', 'path', Type.String({ pattern: appNamePattern }), "The app's name."),
    ],
    body: ChangeTagsRequest,
    responses: { 200: { description: 'The tags as they are now.', schema: ChangeTagsResponse } },
    handle: async ({ parameters, body, context }) => {
      const name = parameters.name;
      return {
        status: 200,
        body: await changeOperatorTags(database, operator, name, body, context),
      };
    },
  });
}

/** Adds and removes tags that only the operator sets. They are of the app, not of a version. */
async function changeOperatorTags(
  database: TagDatabase,
  actor: Actor,
  name: string,
  { add = [], remove = [] }: ChangeTagsRequest,
  context: RequestContext,
): Promise<ChangeTagsResponse> {
  return database.transaction(async (stores) => {
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
