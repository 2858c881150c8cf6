import { unwrap } from '@app-platform/client/source';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useCaller } from '../api/caller.ts';
import { oauth } from '../api/clients.ts';
import { useFormInput } from '../api/form-input.ts';
import { useChange } from '../api/use-change.ts';
import { RefusalNotice } from '../elements/refusal-notice.tsx';
import { elementTexts } from '../texts/elements.ts';
import { policyTexts } from '../texts/settings.ts';
import { organizationQuery } from './queries.ts';
import { SectionPage } from './section-page.tsx';

const policies = ['user', 'administrator'] as const;

/** Who decides what apps may do for users. */
export function PolicyPage() {
  return (
    <SectionPage section="policy">
      <PolicyForm />
      <OrganizationFacts />
    </SectionPage>
  );
}

function PolicyForm() {
  const { data: organization } = useSuspenseQuery(organizationQuery);
  const { input, change, forget } = useFormInput('policy', organization);
  const mutation = useChange(['organization'], async () => {
    await unwrap(oauth.PATCH('/v1/organization', { body: input }));
    forget();
  });
  const discard = () => {
    change(organization);
    forget();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!mutation.isPending) mutation.mutate();
  };
  return (
    <form onSubmit={submit}>
      <fieldset className="policy-choice">
        <legend className="visually-hidden">{policyTexts.legend}</legend>
        {policies.map((policy) => (
          <label className="card check" key={policy}>
            <input
              type="radio"
              name="policy"
              checked={input.consentPolicy === policy}
              onChange={() => {
                mutation.reset();
                change({ consentPolicy: policy });
              }}
            />
            <span>
              <strong>{policyTexts.choices[policy]}</strong>
              <span className="secondary">{policyTexts.explanations[policy]}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <p className="hint">{policyTexts.keeps}</p>
      <RefusalNotice error={mutation.error} />
      <p className="actions">
        <button className="button" type="submit" aria-disabled={mutation.isPending}>
          {mutation.isPending ? elementTexts.working : policyTexts.save}
        </button>
        {input.consentPolicy !== organization.consentPolicy && (
          <button className="button quiet" type="button" onClick={discard}>
            {policyTexts.discard}
          </button>
        )}
        <span className="saved" role="status">
          {mutation.isSuccess && policyTexts.saved}
        </span>
      </p>
    </form>
  );
}

function OrganizationFacts() {
  const { organizationId, organizationName } = useCaller();
  return (
    <dl className="user-facts">
      <div>
        <dt>{policyTexts.organization}</dt>
        <dd>{organizationName}</dd>
      </div>
      <div>
        <dt>{policyTexts.organizationId}</dt>
        <dd>
          <code>{organizationId}</code>
        </dd>
      </div>
    </dl>
  );
}
