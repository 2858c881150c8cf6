import { privateName } from '@app-platform/app-definition';
import { Link } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { useCaller } from '../api/caller.ts';
import type { Change } from './changes.ts';

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
