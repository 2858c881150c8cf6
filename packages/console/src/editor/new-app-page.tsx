import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { editorTexts } from '../texts/editor.ts';
import { DefinitionEditor } from './definition-editor.tsx';
import { definitionText, newDefinition } from './new-definitions.ts';
import { draftQuery } from './registry-answers.ts';

const route = getRouteApi('/my-apps/new');

/** Registers an app that does not exist yet, or goes on with a draft. */
export function NewAppPage() {
  const { draft } = route.useSearch();
  if (draft !== undefined) return <DraftEditor key={draft} name={draft} />;
  return (
    <DefinitionEditor
      title={editorTexts.newTitle}
      keptAs="definition"
      initialText={definitionText(newDefinition())}
    />
  );
}

function DraftEditor({ name }: { name: string }) {
  const { data: definition } = useSuspenseQuery(draftQuery(name));
  return (
    <DefinitionEditor
      title={editorTexts.draftTitle(name)}
      keptAs={`draft ${name}`}
      initialText={definitionText(definition)}
    />
  );
}
