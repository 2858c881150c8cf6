import { useIsShown } from '../elements/use-is-shown.ts';
import './editor.css';
import type { EditorView } from '@codemirror/view';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useId, useRef, useState } from 'react';
import { ShownOnce } from '../elements/secrets.tsx';
import { useFormInput } from '../elements/use-form.ts';
import { Page } from '../shell/page.tsx';
import { webhookTexts } from '../webhooks/texts.ts';
import { CodeEditor } from './code-editor.tsx';
import { definitionText, openedFile } from './definition-text.ts';
import { applyFix, goTo, replaceText } from './diagnostics.ts';
import { EditorActions, EditorNotices, EditorTools } from './editor-controls.tsx';
import { FindingsList } from './findings-list.tsx';
import { useInspection } from './linter.ts';
import {
  type RegisteredApp,
  type RegistryAction,
  useRegistryActions,
  type WebhookSecret,
} from './registry-actions.ts';
import { editorTexts } from './texts.ts';

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
  const opening = useFileOpening(open);
  const { secrets, onRegistered } = useRegistered(forget);
  const actions = useRegistryActions(onRegistered, (draft) => open(definitionText(draft)));
  const { findings, outcome, mutation } = actions;
  const inspection = useInspection(text, findings);
  const pending = mutation.isPending ? mutation.variables.action : undefined;
  const act = (action: RegistryAction) => mutation.mutate({ action, text });
  return (
    <Page title={title} actions={<EditorActions pending={pending} onAction={act} />}>
      {secrets}
      <EditorNotices outcome={outcome} error={mutation.error} refusedFile={opening.refusal} />
      <EditorTools
        helpId={helpId}
        onFile={opening.openFile}
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
        onChange={(changed) => {
          opening.forget();
          change({ text: changed });
        }}
        onFile={opening.openFile}
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

/** What follows a registration: the secrets of new webhooks, then the app's page. */
function useRegistered(forget: () => void) {
  const leave = useLeaving(forget);
  const [app, setApp] = useState<RegisteredApp>();
  const onRegistered = async (registered: RegisteredApp) =>
    registered.webhookSecrets.length > 0 ? setApp(registered) : leave(registered);
  const secrets = app && (
    <NewWebhookSecrets secrets={app.webhookSecrets} onClose={() => void leave(app)} />
  );
  return { secrets, onRegistered };
}

/** Opens the app's page, and invalidates every query about apps. */
function useLeaving(forget: () => void) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const isShown = useIsShown();
  return async ({ name, version, visibility }: RegisteredApp) => {
    forget();
    await queryClient.invalidateQueries({ queryKey: ['apps'] });
    if (!isShown()) return;
    const search = { visibility, registered: version };
    await navigate({ to: '/my-apps/$name/versions', params: { name }, search });
  };
}

type SecretsProps = { secrets: readonly WebhookSecret[]; onClose: () => void };

/** Shows the secrets of the webhooks that a registration added, one after the other. */
function NewWebhookSecrets({ secrets, onClose }: SecretsProps) {
  const [index, setIndex] = useState(0);
  const shown = secrets[index];
  if (!shown) return null;
  const isLast = index === secrets.length - 1;
  return (
    <ShownOnce
      key={shown.id}
      title={webhookTexts.secretTitle}
      label={webhookTexts.secretOf(shown.url)}
      value={shown.secret}
      onClose={isLast ? onClose : () => setIndex(index + 1)}
    />
  );
}

/** Opens files in the editor, and keeps why the last one was refused. */
function useFileOpening(onOpen: (text: string) => void) {
  const [refusal, setRefusal] = useState<string>();
  const openFile = async (file: File) => {
    const opened = await openedFile(file);
    setRefusal(opened.ok ? undefined : opened.sentence);
    if (opened.ok) onOpen(opened.text);
  };
  return {
    refusal,
    openFile: (file: File) => void openFile(file),
    forget: () => setRefusal(undefined),
  };
}
