import { isPlanOutdated } from '../api/refusals.ts';
import { Button } from '../elements/button.tsx';
import { RefusalNotice } from '../elements/notices.tsx';
import { elementTexts } from '../elements/texts.ts';
import { planTexts } from './texts.ts';

type Props = {
  /** What the button does, why the last attempt failed, and whether one is under way. */
  mutation: { error: unknown; isPending: boolean };
  onConfirm: () => void;
  onClose: () => void;
  isPossible: boolean;
  isDanger: boolean;
  /** The text of the button. */
  action: string;
};

/** The end of a dialog that shows a plan: carries it out, or says that it is made again. */
export function PlanConfirmation(props: Props) {
  const { mutation, onConfirm, onClose, isPossible, isDanger, action } = props;
  return (
    <>
      {isPlanOutdated(mutation.error) ? (
        <p className="notice bad" role="alert">
          {planTexts.outdated}
        </p>
      ) : (
        <RefusalNotice error={mutation.error} />
      )}
      <div className="dialog-actions">
        <Button look="quiet" onClick={onClose}>
          {elementTexts.cancel}
        </Button>
        <Button
          look={isDanger ? 'danger' : undefined}
          disabled={!isPossible}
          isPending={mutation.isPending}
          onClick={onConfirm}
        >
          {mutation.isPending ? elementTexts.working : action}
        </Button>
      </div>
    </>
  );
}
