import { unwrap } from '@app-platform/client/source';
import { roles } from '@app-platform/contracts';
import { useCaller } from '../api/caller.ts';
import { registry } from '../api/clients.ts';
import { useChange } from '../api/use-change.ts';
import { RefusalNotice } from '../elements/refusal-notice.tsx';
import { editorTexts } from '../texts/editor.ts';
import type { Outcome } from './use-registry-actions.ts';

/** What became of the last action. */
export function EditorNotices(props: { outcome: Outcome | undefined; error: unknown }) {
  const { outcome, error } = props;
  const isPermitted = useCaller().holds(roles.apps);
  return (
    <>
      {!isPermitted && <p className="notice">{editorTexts.missingRole}</p>}
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
  const mutation = useChange(['apps'], () =>
    unwrap(registry.POST('/v1/apps/installed', { body: { app: name, draft: true } })),
  );
  if (mutation.isSuccess) return editorTexts.draftInstalled;
  return (
    <>
      <button
        className="text-button"
        type="button"
        aria-disabled={mutation.isPending}
        onClick={() => !mutation.isPending && mutation.mutate()}
      >
        {editorTexts.installDraft}
      </button>
      <RefusalNotice error={mutation.error} />
    </>
  );
}
