import { roles } from '@app-platform/contracts';
import { useCaller } from '../api/caller.ts';
import { installationRequestTexts, requestTexts } from '../texts/requests.ts';
import { ConsentRequests } from './consent-requests.tsx';
import { InstallationRequests } from './installation-requests.tsx';
import { SectionPage } from './section-page.tsx';

/** What users ask administrators for, as far as this one can answer. */
export function RequestsPage() {
  const caller = useCaller();
  return (
    <SectionPage section="requests">
      {caller.holds(roles.users) && (
        <section className="requests">
          <h2>{requestTexts.requests}</h2>
          <ConsentRequests />
        </section>
      )}
      {caller.holds(roles.apps) && (
        <section className="requests">
          <h2>{installationRequestTexts.requests}</h2>
          <InstallationRequests />
        </section>
      )}
    </SectionPage>
  );
}
