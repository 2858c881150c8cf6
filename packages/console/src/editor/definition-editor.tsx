import type { EditorView } from '@codemirror/view';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useId, useRef } from 'react';
import { useFormInput } from '../api/form-input.ts';
import { Page } from '../layout/page.tsx';
import { editorTexts } from '../texts/editor.ts';
import { CodeEditor } from './code-editor.tsx';
import { applyFix, goTo, replaceText } from './diagnostics.ts';
import './editor.css';
import { EditorActions } from './editor-actions.tsx';
import { EditorNotices } from './editor-notices.tsx';
import { EditorTools } from './editor-tools.tsx';
import { FindingsList } from './findings-list.tsx';
import { definitionText } from './new-definitions.ts';
import type { RegisteredApp } from './registry-answers.ts';
import { useInspection } from './use-inspection.ts';
import { type RegistryAction, useRegistryActions } from './use-registry-actions.ts';

type Props = {
  title: string;
  /** Names what is kept of an unfinished definition. */
  keptAs: string;
  initialText: string;
  /** Points at the property where the cursor begins. */
  cursorAt?: string | undefined;
};

/** Writes a definition, and registers it. */
export function DefinitionEditor({ title, keptAs, initialText, cursorAt }: Props) {
  const viewRef = useRef<EditorView>(null);
  const headingRef = useRef<HTMLHeadingElement>(null);
  const helpId = useId();
  const { input, change, forget } = useFormInput(keptAs, { text: initialText });
  const { text } = input;
  const withView = (work: (view: EditorView) => void) => viewRef.current && work(viewRef.current);
  const open = (other: string) => withView((view) => replaceText(view, other));
  const actions = useRegistryActions(useLeaving(forget), (draft) => open(definitionText(draft)));
  const { findings, outcome, mutation } = actions;
  const inspection = useInspection(text, findings);
  const pending = mutation.isPending ? mutation.variables.action : undefined;
  const act = (action: RegistryAction) => mutation.mutate({ action, text });
  return (
    <Page title={title} actions={<EditorActions pending={pending} onAction={act} />}>
      <EditorNotices outcome={outcome} error={mutation.error} />
      <EditorTools
        helpId={helpId}
        onOpen={open}
        onOpenDraft={() => act('openDraft')}
        onStartOver={text === initialText ? undefined : () => open(initialText)}
      />
      <CodeEditor
        viewRef={viewRef}
        label={editorTexts.label}
        describedBy={helpId}
        initialText={text}
        findings={inspection.findings}
        cursorAt={cursorAt}
        onChange={(changed) => change({ text: changed })}
      />
      <FindingsList
        inspection={inspection}
        headingRef={headingRef}
        onGoTo={(finding) => withView((view) => goTo(view, finding))}
        onFix={(finding) => {
          withView((view) => applyFix(view, finding));
          headingRef.current?.focus();
        }}
      />
    </Page>
  );
}

/** What follows a registration: the app's page, with everything about apps read anew. */
function useLeaving(forget: () => void) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return async ({ name, version, visibility }: RegisteredApp) => {
    forget();
    await queryClient.invalidateQueries({ queryKey: ['apps'] });
    const search = { visibility, registered: version };
    await navigate({ to: '/my-apps/$name/versions', params: { name }, search });
  };
}
