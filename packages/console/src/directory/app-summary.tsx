import './directory.css';
import { privateName } from '@app-platform/app-definition';
import { Link } from '@tanstack/react-router';
import { type ComponentProps, useState } from 'react';
import { useCaller } from '../api/caller.ts';
import { isAllowedPicture } from '../elements/value.tsx';
import type { Change } from './changes.ts';
import { directoryTexts } from './texts.ts';

/** The icon of an app, or the first letter of its title where there is none that loads. */
export function AppIcon({ address, title }: { address: string | null; title: string }) {
  const [failed, setFailed] = useState<string>();
  if (!address || failed === address || !isAllowedPicture(address)) {
    return (
      <span className="app-icon" aria-hidden="true">
        {[...title].at(0)?.toUpperCase()}
      </span>
    );
  }
  return (
    <img
      className="app-icon"
      src={address}
      alt=""
      width="48"
      height="48"
      loading="lazy"
      referrerPolicy="no-referrer"
      onError={() => setFailed(address)}
    />
  );
}

type Owner = { name: string; verified: boolean };

/** The organization that registered an app, and whether the operator has verified it. */
export function OwnerLine({ organization }: { organization: Owner }) {
  return (
    <p className="muted owner-line">
      {directoryTexts.by(organization.name)}{' '}
      {organization.verified && <span className="badge good">{directoryTexts.verified}</span>}
    </p>
  );
}

type Props = Pick<ComponentProps<'a'>, 'aria-label' | 'children' | 'className'> & {
  /** The full name: that of a private app ends in its organization. */
  name: string;
  /** Opens the dialog of this change. */
  change?: Change;
};

/** Leads to the app of exactly this name. Without `visibility` a private app may be meant too. */
export function AppLink({ name, change, ...rest }: Props) {
  const { organizationId } = useCaller();
  const visibility = name === privateName(name, organizationId) ? 'private' : 'public';
  const search = { visibility, ...(change && { change }) } as const;
  return <Link to="/apps/$name" params={{ name }} search={search} {...rest} />;
}
