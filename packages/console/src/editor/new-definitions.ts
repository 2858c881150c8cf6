import { definitionOf, definitionSchemaPath, nextVersion } from '@app-platform/app-definition';

/** A definition to begin with. */
export function newDefinition(): object {
  return {
    $schema: location.origin + definitionSchemaPath,
    app: '',
    version: '0.0.1',
    title: '',
    visibility: 'private',
  };
}

/**
 * The definition of an app's next version.
 * @param record of a version
 * @param highest the highest version of the app
 */
export function nextDefinition(record: Record<string, unknown>, highest: string): object {
  const { app, version: _version, ...rest } = definitionOf(record);
  return { app, version: nextVersion(highest, 'patch'), ...rest };
}

export function definitionText(definition: object): string {
  return `${JSON.stringify(definition, null, 2)}\n`;
}
