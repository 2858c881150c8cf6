import { definitionOf, definitionSchemaPath, nextVersion } from '@app-platform/app-definition';
import { decodeUtf8, type JsonFault, readJsonText } from '@app-platform/json';
import { editorTexts } from './texts.ts';

type DefinitionText =
  /** `json` is what is sent: the text without comments and trailing commas. */
  | { value: unknown; json: string; faults: [] }
  | { value: undefined; json: undefined; faults: JsonFault[] };

/** Reads JSON as the registry does, with comments and trailing commas where an author wrote some. */
export function parseDefinition(text: string): DefinitionText {
  const result = readJsonText(text, { comments: true, everyFault: true });
  if (!result.ok) return { value: undefined, json: undefined, faults: result.faults };
  return { value: result.value, json: result.text, faults: [] };
}

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

type OpenedFile = { ok: true; text: string } | { ok: false; sentence: string };

/** Reads an opened file, with the line breaks of the editor. */
export async function openedFile(file: File): Promise<OpenedFile> {
  const bytes = await file.arrayBuffer().catch(() => undefined);
  if (!bytes) return { ok: false, sentence: editorTexts.unreadableFile(file.name) };
  const decoded = decodeUtf8(new Uint8Array(bytes));
  if (decoded.ok) return { ok: true, text: decoded.text.replaceAll('\r\n', '\n') };
  const sentences = decoded.faults.map(({ line, column, detail }) =>
    editorTexts.refusedFile(file.name, line, column, detail),
  );
  return { ok: false, sentence: sentences.join(' ') };
}
