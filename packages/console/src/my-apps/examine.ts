import { unwrap } from '@app-platform/client/source';
import { registry } from '../api/clients.ts';

export type DoctorInput = { request: string; organization: string; user: string };
export type Diagnosis = Awaited<ReturnType<typeof examine>>;

/** Why a request fails: `https://…/oauth/authorize?…`, or `grant_type=…&client_id=…`. */
export async function examine({ request, organization, user }: DoctorInput) {
  const text = request.trim();
  const about = /^https?:/.test(text)
    ? { url: text }
    : { tokenRequest: Object.fromEntries(new URLSearchParams(text)) };
  const body = {
    ...about,
    ...(organization && { organizationId: organization.trim() }),
    ...(user && { user: user.trim() }),
  };
  return (await unwrap(registry.POST('/v1/apps/doctor', { body }))).data;
}
