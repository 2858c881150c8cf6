import { roles } from '@app-platform/contracts';
import type { EditorView } from '@codemirror/view';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useId, useRef } from 'react';
import { useCaller } from '../api/caller.ts';
import { useFormInput } from '../api/form-input.ts';
import { RefusalNotice } from '../elements/refusal-notice.tsx';
import { Page } from '../layout/page.tsx';
import { editorTexts } from '../texts/editor.ts';
import { CodeEditor } from './code-editor.tsx';
import { applyFix, goTo, replaceText } from './diagnostics.ts';
import './editor.css';
import { EditorActions } from './editor-actions.tsx';
import type { PlacedFinding } from './findings.ts';
import { FindingsList } from './findings-list.tsx';
import { OpenFileButton } from './open-file-button.tsx';
import type { RegisteredApp } from './registry-answers.ts';
import { useInspection } from './use-inspection.ts';
import { useRegistryActions } from './use-registry-actions.ts';

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
  const helpId = useId();
  const { input, change, forget } = useFormInput(keptAs, { text: initialText });
  const actions = useRegistryActions(useLeaving(forget));
  const { findings, outcome, mutation } = actions;
  const inspection = useInspection(input.text, findings);
  const withView = (work: (view: EditorView) => void) => viewRef.current && work(viewRef.current);
  return (
    <Page
      title={title}
      actions={
        <EditorActions
          pending={mutation.isPending ? mutation.variables.action : undefined}
          onAction={(action) => mutation.mutate({ action, text: input.text })}
        />
      }
    >
      <EditorNotices outcome={outcome} error={mutation.error} />
      <div className="editor-tools">
        <p className="hint" id={helpId}>
          {editorTexts.help}
        </p>
        <OpenFileButton onOpen={(text) => withView((view) => replaceText(view, text))} />
        {input.text !== initialText && (
          <button
            className="button quiet"
            type="button"
            onClick={() => withView((view) => replaceText(view, initialText))}
          >
            {editorTexts.startOver}
          </button>
        )}
      </div>
      <CodeEditor
        viewRef={viewRef}
        label={editorTexts.label}
        describedBy={helpId}
        initialText={input.text}
        findings={inspection.findings}
        cursorAt={cursorAt}
        onChange={(text) => change({ text })}
      />
      <MendableFindings inspection={inspection} withView={withView} />
    </Page>
  );
}

function MendableFindings(props: {
  inspection: Parameters<typeof FindingsList>[0]['inspection'];
  withView: (work: (view: EditorView) => void) => void;
}) {
  const { inspection, withView } = props;
  const headingRef = useRef<HTMLHeadingElement>(null);
  const fix = (finding: PlacedFinding) => {
    withView((view) => applyFix(view, finding));
    headingRef.current?.focus();
  };
  return (
    <FindingsList
      inspection={inspection}
      headingRef={headingRef}
      onGoTo={(finding) => withView((view) => goTo(view, finding))}
      onFix={fix}
    />
  );
}

function EditorNotices(props: {
  outcome: ReturnType<typeof useRegistryActions>['outcome'];
  error: unknown;
}) {
  const { outcome, error } = props;
  const isPermitted = useCaller().holds(roles.apps);
  return (
    <>
      {!isPermitted && <p className="notice">{editorTexts.missingRole}</p>}
      <RefusalNotice error={error} />
      {outcome && (
        <p className={outcome.isGood ? 'notice good' : 'notice bad'} role="alert">
          {outcome.sentence}
        </p>
      )}
    </>
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
