import { editorTexts } from '../texts/editor.ts';
import { DefinitionEditor } from './definition-editor.tsx';
import { definitionText, newDefinition } from './new-definitions.ts';

/** Registers an app that does not exist yet. */
export function NewAppPage() {
  return (
    <DefinitionEditor
      title={editorTexts.newTitle}
      keptAs="definition"
      initialText={definitionText(newDefinition())}
    />
  );
}
