import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { appQuery, versionsQuery } from '../directory/queries.ts';
import { editorTexts } from '../texts/editor.ts';
import { DefinitionEditor } from './definition-editor.tsx';
import { definitionText, nextDefinition } from './new-definitions.ts';

const route = getRouteApi('/my-apps/$name/edit');

/** Registers another version of an app: its current definition, with the next number. */
export function NewVersionPage() {
  const { name } = route.useParams();
  const { visibility, at } = route.useSearch();
  const { data: app } = useSuspenseQuery(appQuery(name, visibility));
  const { data: versions } = useSuspenseQuery(versionsQuery(name, visibility));
  const highest = versions[0]?.attributes.version ?? app.version;
  return (
    <DefinitionEditor
      key={app.name}
      title={editorTexts.editTitle(app.title)}
      keptAs={`definition ${app.visibility} ${app.name}`}
      initialText={definitionText(nextDefinition(app, highest))}
      cursorAt={at}
    />
  );
}
