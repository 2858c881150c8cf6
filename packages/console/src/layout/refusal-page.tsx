import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import {
  confirmIdentity,
  isAmbiguous,
  isMissing,
  isRecentSignInNeeded,
  isSessionEnded,
  reasonsOf,
} from '../api/refusals.ts';
import { signIn } from '../session/authorization.ts';
import { layoutTexts } from '../texts/layout.ts';
import { AmbiguousPage } from './ambiguous-page.tsx';
import { DirectoryLink } from './directory-link.tsx';
import { Page } from './page.tsx';

/** In place of a page whose data the platform refused. */
export function RefusalPage({ error }: { error: unknown }) {
  const { reset } = useQueryErrorResetBoundary();
  const router = useRouter();
  if (isRecentSignInNeeded(error)) return <ConfirmIdentityPage />;
  if (isAmbiguous(error)) return <AmbiguousPage />;
  const isLost = isMissing(error);
  const tryAgain = () => {
    reset();
    void router.invalidate();
  };
  return (
    <Page title={isLost ? layoutTexts.notFound : layoutTexts.refused}>
      <div className="notice bad" role="alert">
        {reasonsOf(error, layoutTexts.unreachable).map((reason) => (
          <p key={reason}>{reason}</p>
        ))}
      </div>
      {isLost ? <DirectoryLink /> : <NextStep error={error} tryAgain={tryAgain} />}
    </Page>
  );
}

function NextStep({ error, tryAgain }: { error: unknown; tryAgain: () => void }) {
  const [text, act] = isSessionEnded(error)
    ? [layoutTexts.signIn, () => void signIn()]
    : [layoutTexts.again, tryAgain];
  return (
    <button className="button" type="button" onClick={act}>
      {text}
    </button>
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
