import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type App, appQuery } from '../directory/queries.ts';

const route = getRouteApi('/my-apps/$name');

export type OwnApp = App & { clientId: string };

/** The app of the address, in its current version. */
export function useOwnApp() {
  const { name } = route.useParams();
  const { visibility } = route.useSearch();
  return useSuspenseQuery(appQuery(name, visibility)).data as OwnApp;
}
