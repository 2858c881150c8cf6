import { useQuery } from '@tanstack/react-query';
import { callerQuery, signedInUserQuery } from '../api/caller.ts';
import { oauthUrl } from '../settings.ts';
import { layoutTexts } from '../texts/layout.ts';

/**
 * The link to the account, and who is signed in. It appears without the email address and the name of the
 * organization: they are read beside what the page reads, and left out where they cannot be read.
 */
export function SignedIn() {
  const { data: email } = useQuery(signedInUserQuery);
  const { data: caller } = useQuery(callerQuery);
  return (
    <div className="account">
      <a href={`${oauthUrl()}/account`}>{layoutTexts.account}</a>
      <p className="signed-in">
        <Truncated text={email} />
        <Truncated text={caller?.organizationName} />
      </p>
    </div>
  );
}

/** On one line, cut where it does not fit. */
function Truncated({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <span className="truncated" title={text}>
      {text}
    </span>
  );
}
