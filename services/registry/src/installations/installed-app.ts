import { appVersionId } from '../apps/available-app.ts';
import { blockedOf } from '../apps/blocking.ts';
import { deprecationWarning, withdrawnOf } from '../apps/withdrawal.ts';
import type { Placement } from '../missing-dependencies/role-choice.ts';
import type { Installation } from './installation-store.ts';

/** The answer to a change of an installation. @param dependencies installed with it, in their order */
export function installationAnswer(installation: Installation, dependencies: Placement[] = []) {
  const warnings = deprecationWarning(installation);
  const waitingRoles = dependencies.flatMap(({ version: { name }, ceiling }) =>
    ceiling?.waitingRoles.length ? [[name, ceiling.waitingRoles]] : [],
  );
  const meta = {
    ...(dependencies.length > 0 && {
      installedDependencies: dependencies.map(({ version }) => appVersionId(version)),
    }),
    ...(waitingRoles.length > 0 && { waitingRoles: Object.fromEntries(waitingRoles) }),
    ...(warnings.length > 0 && { warnings }),
  };
  const hasMeta = Object.keys(meta).length > 0;
  return { data: installedApp(installation), ...(hasMeta && { meta }) };
}

export function installedApp(installation: Installation) {
  const { name, title, version, latestVersion, compatibleVersion, visibility } = installation;
  return {
    type: 'installed_app',
    id: `${name}-${version}`,
    attributes: {
      name,
      title,
      version,
      latestVersion,
      compatibleVersion,
      visibility: visibility === 'draft' ? 'private' : visibility,
      dependencies: installation.dependencies,
      roles: installation.roles,
      waitingRoles: installation.waitingRoles,
      previousVersion: installation.previousVersion,
      ...(installation.isDraft && { draft: true }),
      installedAt: installation.installedAt.toISOString(),
      updatedAt: installation.updatedAt.toISOString(),
      ...blockedOf(installation),
      ...withdrawnOf(installation),
    },
  };
}
