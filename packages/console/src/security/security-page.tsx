import { roles } from '@app-platform/contracts';
import type { ReactNode } from 'react';
import { useCaller } from '../api/caller.ts';
import { RecoverableSection } from '../elements/recoverable-section.tsx';
import { SectionPage } from '../settings/settings-layout.tsx';
import { concerns, GrantsOfConcern } from './grant-concerns.tsx';
import { KeysOfConcern } from './keys-of-concern.tsx';
import { securityTexts } from './texts.ts';

/** Grants and API keys that deserve a look, as far as the person may see them. */
export function SecurityPage() {
  return (
    <SectionPage section="security">
      <Concerns />
    </SectionPage>
  );
}

function Concerns() {
  const { holds } = useCaller();
  return (
    <>
      {holds(roles.users) &&
        concerns.map((concern) => (
          <Concern key={concern} {...securityTexts.concerns[concern]}>
            <GrantsOfConcern concern={concern} />
          </Concern>
        ))}
      {holds(roles.apiKeys) && (
        <Concern {...securityTexts.keys}>
          <KeysOfConcern />
        </Concern>
      )}
    </>
  );
}

type ConcernProps = { title: string; description: string; children: ReactNode };

function Concern({ title, description, children }: ConcernProps) {
  return (
    <section>
      <h2>{title}</h2>
      <p className="muted">{description}</p>
      <RecoverableSection>{children}</RecoverableSection>
    </section>
  );
}
