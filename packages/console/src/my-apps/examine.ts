import { unwrap } from '@app-platform/client/source';
import { registry } from '../api/clients.ts';

export type DoctorInput = { request: string; organization: string; user: string };
export type Diagnosis = Awaited<ReturnType<typeof examine>>;

/** Nobody needs them to find the fault: they are neither kept nor sent. */
const SECRETS =
  /(?<=^|[?&\s])(?:client_secret|code|refresh_token|code_verifier|client_assertion)=[^&\s]*&?/g;

export function withoutSecrets(text: string): string {
  return text.replaceAll(SECRETS, '');
}

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
