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
  { appNames }: Pick<AppStores, 'appNames'>,
  organizationId: string,
  { dependencies = [] }: AppDefinition,
): Promise<Warning[]> {
  if (dependencies.length === 0) return [];
  const names = dependencies.map((one) => parseDependency(one).name);
  const known = await appNames.candidates(organizationId, [...new Set(names)]);
  return names.flatMap((name, index) => {
    const candidate = known.get(name);
    if (candidate && candidate.versions.length > 0) return [];
    const meant = candidate?.privateName;
    const hint = meant
      ? `Did you mean '${meant}'?`
      : 'Correct the name, or register that app first.';
    const detail = `Your organization sees no app '${name}'. Installation is refused until it does. ${hint}`;
    return [warning('unknown_dependency', detail, `/dependencies/${index}`, false)];
  });
}
