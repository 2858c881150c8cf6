import {
  confirmIdentity,
  isRecentSignInNeeded,
  isSessionEnded,
  reasonsOf,
} from '../api/refusals.ts';
import { layoutTexts } from '../texts/layout.ts';

/** Why an action was refused, beside the button that asked for it. */
export function RefusalNotice({ error }: { error: unknown }) {
  if (!error) return null;
  const needsSignIn = isRecentSignInNeeded(error);
  const reasons = needsSignIn
    ? [layoutTexts.confirmReason]
    : reasonsOf(error, layoutTexts.unreachable);
  return (
    <div className="notice bad" role="alert">
      {reasons.map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
      {(needsSignIn || isSessionEnded(error)) && (
        <button className="button" type="button" onClick={confirmIdentity}>
          {layoutTexts.signIn}
        </button>
      )}
    </div>
  );
}
