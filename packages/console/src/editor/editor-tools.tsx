import { roles } from '@app-platform/contracts';
import { useCaller } from '../api/caller.ts';
import { editorTexts } from '../texts/editor.ts';
import { OpenFileButton } from './open-file-button.tsx';

type Props = {
  /** Of the text that describes the editor. */
  helpId: string;
  onOpen: (text: string) => void;
  onOpenDraft: () => void;
  /** Undefined where nothing was written yet. */
  onStartOver: (() => void) | undefined;
};

/** How the editor is used, and the other texts that it can have. */
export function EditorTools({ helpId, onOpen, onOpenDraft, onStartOver }: Props) {
  const isPermitted = useCaller().holds(roles.apps);
  return (
    <div className="editor-tools">
      <p className="hint" id={helpId}>
        {editorTexts.help}
      </p>
      <OpenFileButton onOpen={onOpen} />
      {isPermitted && (
        <button className="button quiet" type="button" onClick={onOpenDraft}>
          {editorTexts.openDraft}
        </button>
      )}
      {onStartOver && (
        <button className="button quiet" type="button" onClick={onStartOver}>
          {editorTexts.startOver}
        </button>
      )}
    </div>
  );
}
