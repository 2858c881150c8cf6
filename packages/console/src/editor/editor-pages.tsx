import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { appQuery, versionsQuery } from '../directory/queries.ts';
import { DefinitionEditor } from './definition-editor.tsx';
import { definitionText, newDefinition, nextDefinition } from './definition-text.ts';
import { draftQuery } from './registry-actions.ts';
import { editorTexts } from './texts.ts';

const newAppRoute = getRouteApi('/my-apps/new');

/** Registers an app that does not exist yet, or goes on with a draft. */
export function NewAppPage() {
  const { draft } = newAppRoute.useSearch();
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

const newVersionRoute = getRouteApi('/my-apps/$name/edit');

/** Registers another version of an app: its current definition, with the next number. */
export function NewVersionPage() {
  const { name } = newVersionRoute.useParams();
  const { visibility, at } = newVersionRoute.useSearch();
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
