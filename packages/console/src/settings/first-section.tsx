import { Navigate } from '@tanstack/react-router';
import { useCaller } from '../api/caller.ts';
import { sections } from './sections.ts';

/** Leads to the first section that the person may see. */
export function FirstSection() {
  const caller = useCaller();
  const first = Object.values(sections).find(({ roles }) => roles.some(caller.holds));
  return <Navigate to={(first ?? sections.apiKeys).to} replace />;
}
