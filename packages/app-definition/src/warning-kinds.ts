import type { Problem } from '@app-platform/contracts';

/** Every kind of warning and its title. */
const warningTitles = {
  unparseable_url: 'A URL cannot be read',
  unknown_action: 'A workflow step names an action that the app does not define',
  undeclared_setting: 'A command uses a setting that the app does not declare',
  missing_translation: 'A translation is missing',
  setting_default_type: 'A default value is not of the type of its setting',
  unexpected_type: 'A component holds a value of an unexpected type',
  unexpected_value: 'A component holds an unexpected value',
  more_warnings: 'There are more warnings',
} as const;

export type WarningCode = keyof typeof warningTitles;

/**
 * Makes a warning, which has the shape of a problem. `meta.blocksInstallation` says whether the
 * component cannot work, so that the app must not be installed.
 */
export function warning(
  code: WarningCode,
  detail: string,
  pointer: string,
  blocksInstallation: boolean,
): Problem {
  return {
    status: 400,
    code,
    title: warningTitles[code],
    detail,
    source: { pointer },
    meta: { blocksInstallation },
  };
}
