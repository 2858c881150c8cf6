import { Link, useRouter } from '@tanstack/react-router';
import {
  confirmIdentity,
  isAmbiguous,
  isMissing,
  isRecentSignInNeeded,
  isSessionEnded,
  reasonsOf,
} from '../api/refusals.ts';
import { Button } from '../elements/button.tsx';
import { useRecovery } from '../elements/recoverable-section.tsx';
import { elementTexts } from '../elements/texts.ts';
import { signIn } from '../session/authorization.ts';
import { Page } from './page.tsx';
import { shellTexts } from './texts.ts';

/** In place of a page whose data the platform refused. */
export function RefusalPage({ error }: { error: unknown }) {
  const router = useRouter();
  const tryAgain = useRecovery(error, () => void router.invalidate());
  if (isRecentSignInNeeded(error)) return <ConfirmIdentityPage />;
  if (isAmbiguous(error)) return <AmbiguousPage />;
  const isLost = isMissing(error);
  return (
    <Page title={isLost ? shellTexts.notFound : shellTexts.refused}>
      <div className="notice bad" role="alert">
        {reasonsOf(error, elementTexts.transient).map((reason) => (
          <p key={reason}>{reason}</p>
        ))}
      </div>
      {isLost ? <DirectoryLink /> : <NextStep error={error} tryAgain={tryAgain} />}
    </Page>
  );
}

function NextStep({ error, tryAgain }: { error: unknown; tryAgain: () => void }) {
  const [text, act] = isSessionEnded(error)
    ? [elementTexts.signIn, () => void signIn()]
    : [elementTexts.again, tryAgain];
  return <Button onClick={act}>{text}</Button>;
}

function ConfirmIdentityPage() {
  return (
    <Page title={shellTexts.confirm}>
      <p>{elementTexts.confirmReason}</p>
      <Button onClick={confirmIdentity}>{elementTexts.signIn}</Button>
    </Page>
  );
}

const visibilities = ['private', 'public'] as const;

/** In place of a page whose address names two apps: links to the page of each. */
function AmbiguousPage() {
  return (
    <Page title={shellTexts.ambiguous}>
      <p>{shellTexts.ambiguousReason}</p>
      <p className="actions">
        {visibilities.map((visibility) => (
          <Link
            className="button"
            key={visibility}
            to="."
            search={(before: object) => ({ ...before, visibility })}
          >
            {shellTexts.meant[visibility]}
          </Link>
        ))}
      </p>
    </Page>
  );
}

export function NotFoundPage() {
  return (
    <Page title={shellTexts.notFound}>
      <p>{shellTexts.notFoundAdvice}</p>
      <DirectoryLink />
    </Page>
  );
}

function DirectoryLink() {
  return (
    <Link className="button" to="/directory">
      {shellTexts.toDirectory}
    </Link>
  );
}
