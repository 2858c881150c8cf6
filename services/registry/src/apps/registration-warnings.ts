import { type AppDefinition, parseDependency, warning } from '@app-platform/app-definition';
import type { Warning } from '@app-platform/contracts';
import type { AppStores } from '../stores.ts';

/** The app of a first version becomes public although its definition does not say so. */
export function publicByDefault({ visibility }: AppDefinition): Warning[] {
  if (visibility !== undefined) return [];
  const detail =
    'The app is public: every organization sees it and can install it. To keep it to your own organization, register it under another app id with "visibility": "private". If it is to be public, write "visibility": "public".';
  return [warning('public_by_default', detail, '/visibility', false)];
}

/** The dependencies that no app provides which the organization sees. */
export async function unknownDependencies(
  { apps }: Pick<AppStores, 'apps'>,
  organizationId: string,
  { dependencies = [] }: AppDefinition,
): Promise<Warning[]> {
  if (dependencies.length === 0) return [];
  const names = dependencies.map((one) => parseDependency(one).name);
  const known = await apps.listHighestVersions(organizationId, [...new Set(names)]);
  return names.flatMap((name, index) => {
    if (known.has(name)) return [];
    const detail = `Your organization sees no app '${name}'. Installation is refused until it does. Correct the name, or register that app first.`;
    return [warning('unknown_dependency', detail, `/dependencies/${index}`, false)];
  });
}
