import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import {
  confirmIdentity,
  isRecentSignInNeeded,
  isSessionEnded,
  reasonsOf,
} from '../api/refusals.ts';
import { signIn } from '../session/authorization.ts';
import { layoutTexts } from '../texts/layout.ts';
import { Page } from './page.tsx';

/** In place of a page whose data the platform refused. */
export function RefusalPage({ error }: { error: unknown }) {
  const { reset } = useQueryErrorResetBoundary();
  const router = useRouter();
  if (isRecentSignInNeeded(error)) return <ConfirmIdentityPage />;
  const tryAgain = () => {
    reset();
    void router.invalidate();
  };
  return (
    <Page title={layoutTexts.refused}>
      <div className="notice bad" role="alert">
        {reasonsOf(error, layoutTexts.unreachable).map((reason) => (
          <p key={reason}>{reason}</p>
        ))}
      </div>
      {isSessionEnded(error) ? (
        <button className="button" type="button" onClick={() => void signIn()}>
          {layoutTexts.signIn}
        </button>
      ) : (
        <button className="button" type="button" onClick={tryAgain}>
          {layoutTexts.again}
        </button>
      )}
    </Page>
  );
}

function ConfirmIdentityPage() {
  return (
    <Page title={layoutTexts.confirm}>
      <p>{layoutTexts.confirmReason}</p>
      <button className="button" type="button" onClick={confirmIdentity}>
        {layoutTexts.signIn}
      </button>
    </Page>
  );
}
