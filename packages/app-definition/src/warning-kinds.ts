import type { Warning } from '@app-platform/contracts';

/** Every kind of warning and its title. */
const warningTitles = {
  unparseable_url: 'A URL cannot be read',
  unknown_action: 'A workflow step names an action that the app does not define',
  undeclared_setting: 'A component uses a setting that the app does not declare',
  missing_translation: 'A translation is missing',
  setting_default_type: 'A default value is not of the type of its setting',
  unknown_custom_object: 'A component names a custom object that the app does not define',
  secret_default: 'A secret has a default value',
  missing_release_date: 'A release note has no date',
  standard_klass_as_custom_object: 'A custom object has the name of a standard Klass',
  unknown_attribute_type: 'The name of an attribute gives no data type',
  misspelled_property: 'A property name is probably misspelled',
  leftover_placeholder: 'A placeholder of a template is left',
  invalid_email: 'An e-mail address cannot be read',
  self_dependency: 'The app depends on itself',
  unknown_dependency: 'No app provides a dependency',
  deprecated_version: 'The developer advises against this version',
  shared_attribute: 'Another app provides an attribute of this name',
  attribute_in_use: 'An attribute that organizations have disappears',
  earlier_version: 'A higher version is registered, which stays the current one',
  public_by_default: 'The app is public because its definition does not say',
  unexpected_type: 'A component holds a value of an unexpected type',
  unexpected_value: 'A component holds an unexpected value',
  more_warnings: 'There are more warnings',
} as const;

export type WarningCode = keyof typeof warningTitles;

export const warningCodes = Object.keys(warningTitles) as WarningCode[];

export function warningTitle(code: WarningCode): string {
  return warningTitles[code];
}

/**
 * Makes a warning. `meta.blocksInstallation` says whether the
 * component cannot work, so that the app must not be installed.
 */
export function warning(
  code: WarningCode,
  detail: string,
  pointer: string,
  blocksInstallation: boolean,
): Warning {
  return {
    severity: 'warning',
    code,
    title: warningTitles[code],
    detail,
    source: { pointer },
    meta: { blocksInstallation },
  };
}
