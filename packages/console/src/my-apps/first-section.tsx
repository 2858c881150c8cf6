import { getRouteApi, Navigate } from '@tanstack/react-router';

const route = getRouteApi('/my-apps/$name/');

/** The address of an app leads to its versions. */
export function FirstSection() {
  const { name } = route.useParams();
  const { visibility } = route.useSearch();
  const search = visibility ? { visibility } : {};
  return <Navigate to="/my-apps/$name/versions" params={{ name }} search={search} replace />;
}
