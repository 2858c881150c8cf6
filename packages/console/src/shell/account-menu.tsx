import { useQuery } from '@tanstack/react-query';
import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { callerQuery, signedInUserQuery } from '../api/caller.ts';
import { oauthUrl } from '../session/addresses.ts';
import { shellTexts } from './texts.ts';
import './account-menu.css';

/** Pages of the OAuth service, where an account is. One signs out there too. */
const pages = [
  { path: '/account', name: shellTexts.account },
  { path: '/account/apps', name: shellTexts.accountApps },
];

/**
 * Who is signed in, and the pages of the account. It appears without the email address and the name of the
 * organization: they are read beside what the page reads, and left out where they cannot be read.
 */
export function AccountMenu() {
  const { data: email } = useQuery(signedInUserQuery);
  const { data: caller } = useQuery(callerQuery);
  return (
    <div className="account">
      <MenuTrigger>
        <Button className="account-button">
          <span className="account-title">{shellTexts.accountMenu}</span>
          <span className="signed-in">
            <Truncated text={email} />
            <Truncated text={caller?.organizationName} />
          </span>
        </Button>
        <Popover className="account-popover" placement="bottom end">
          <Menu className="account-menu">
            {pages.map(({ path, name }) => (
              <MenuItem key={path} className="account-item" href={`${oauthUrl()}${path}`}>
                {name}
              </MenuItem>
            ))}
          </Menu>
        </Popover>
      </MenuTrigger>
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
