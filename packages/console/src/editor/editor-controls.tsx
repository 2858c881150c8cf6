import { unwrap } from '@app-platform/client/source';
import { roles } from '@app-platform/contracts';
import { Button as AriaButton, FileTrigger } from 'react-aria-components';
import { useCaller } from '../api/caller.ts';
import { registry } from '../api/clients.ts';
import { useChange } from '../api/use-write.ts';
import { Button } from '../elements/button.tsx';
import { RefusalNotice } from '../elements/notices.tsx';
import type { Outcome, RegistryAction } from './registry-actions.ts';
import { editorTexts } from './texts.ts';

const actions: readonly RegistryAction[] = ['check', 'saveDraft', 'register'];

/** Sends the definition to the registry. */
export function EditorActions(props: {
  /** Which one is under way. */
  pending: RegistryAction | undefined;
  onAction: (action: RegistryAction) => void;
}) {
  const { pending, onAction } = props;
  if (!useCaller().holds(roles.apps)) return null;
  return (
    <div className="actions">
      {actions.map((action) => (
        <Button
          key={action}
          look={action === 'register' ? undefined : 'quiet'}
          isPending={pending !== undefined}
          onClick={() => onAction(action)}
        >
          {pending === action ? editorTexts.working : editorTexts[action]}
        </Button>
      ))}
    </div>
  );
}

type ToolsProps = {
  /** Of the text that describes the editor. */
  helpId: string;
  onFile: (file: File) => void;
  onOpenDraft: () => void;
  /** Undefined where nothing was written yet. */
  onStartOver: (() => void) | undefined;
};

/** How the editor is used, and the other texts that it can have. */
export function EditorTools({ helpId, onFile, onOpenDraft, onStartOver }: ToolsProps) {
  const isPermitted = useCaller().holds(roles.apps);
  return (
    <div className="editor-tools">
      <p className="hint" id={helpId}>
        {editorTexts.help}
      </p>
      <OpenFileButton onFile={onFile} />
      {isPermitted && (
        <Button look="quiet" onClick={onOpenDraft}>
          {editorTexts.openDraft}
        </Button>
      )}
      {onStartOver && (
        <Button look="quiet" onClick={onStartOver}>
          {editorTexts.startOver}
        </Button>
      )}
    </div>
  );
}

/** Lets one choose the file of a definition. */
function OpenFileButton({ onFile }: { onFile: (file: File) => void }) {
  return (
    <FileTrigger
      acceptedFileTypes={['.json', '.jsonc', 'application/json']}
      onSelect={(files) => files?.[0] && onFile(files[0])}
    >
      <AriaButton className="button quiet">{editorTexts.openFile}</AriaButton>
    </FileTrigger>
  );
}

type NoticesProps = {
  outcome: Outcome | undefined;
  error: unknown;
  /** Why a file was not opened. */
  refusedFile: string | undefined;
};

/** What became of the last action. */
export function EditorNotices({ outcome, error, refusedFile }: NoticesProps) {
  const isPermitted = useCaller().holds(roles.apps);
  return (
    <>
      {!isPermitted && <p className="notice">{editorTexts.missingRole}</p>}
      {refusedFile !== undefined && (
        <div className="notice bad" role="alert">
          {refusedFile}
        </div>
      )}
      <RefusalNotice error={error} />
      {outcome && (
        <div className={outcome.isGood ? 'notice good' : 'notice bad'} role="alert">
          {outcome.sentence} {outcome.draft && <InstallDraft name={outcome.draft} />}
        </div>
      )}
    </>
  );
}

/** Installs a draft in the own organization. */
function InstallDraft({ name }: { name: string }) {
  const mutation = useChange(['apps'], (once) =>
    unwrap(registry.POST('/v1/apps/installed', once({ body: { app: name, draft: true } }))),
  );
  if (mutation.isSuccess) return editorTexts.draftInstalled;
  return (
    <>
      <button
        className="text-button"
        type="button"
        aria-disabled={mutation.isPending}
        onClick={() => mutation.mutate()}
      >
        {editorTexts.installDraft}
      </button>
      <RefusalNotice error={mutation.error} />
    </>
  );
}
