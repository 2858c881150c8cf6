import { roles } from '@app-platform/contracts';
import { useCaller } from '../api/caller.ts';
import { editorTexts } from '../texts/editor.ts';
import type { RegistryAction } from './use-registry-actions.ts';

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
        <button
          key={action}
          className={action === 'register' ? 'button' : 'button quiet'}
          type="button"
          aria-disabled={pending !== undefined}
          onClick={() => pending === undefined && onAction(action)}
        >
          {pending === action ? editorTexts.working : editorTexts[action]}
        </button>
      ))}
    </div>
  );
}
