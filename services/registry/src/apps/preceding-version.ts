import type { AppStores } from '../stores.ts';
import type { App, RecordedVersion } from './app-store.ts';
import { precedenceOf } from './precedence.ts';

/** The highest version of an app below another one, which need not exist. */
export async function precedingVersion(
  { apps }: Pick<AppStores, 'apps'>,
  { organizationId, name }: Pick<App, 'organizationId' | 'name'>,
  version: string,
): Promise<RecordedVersion | undefined> {
  const page = { after: precedenceOf(version), size: 1 };
  return (await apps.listVersions(organizationId, name, page)).entries[0];
}
