import { unwrap } from '@app-platform/client/source';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useCaller } from '../api/caller.ts';
import { oauth } from '../api/clients.ts';
import { useChange } from '../api/use-write.ts';
import { Button } from '../elements/button.tsx';
import { Facts } from '../elements/data-table.tsx';
import { RefusalNotice } from '../elements/notices.tsx';
import { elementTexts } from '../elements/texts.ts';
import { useFormInput } from '../elements/use-form.ts';
import { SectionPage } from '../settings/settings-layout.tsx';
import { policyTexts } from './texts.ts';

const policies = ['user', 'administrator'] as const;

const organizationQuery = queryOptions({
  queryKey: ['organization'],
  queryFn: async () => (await unwrap(oauth.GET('/v1/organization'))).data.attributes,
});

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
        <Button type="submit" isPending={mutation.isPending}>
          {mutation.isPending ? elementTexts.working : policyTexts.save}
        </Button>
        {input.consentPolicy !== organization.consentPolicy && (
          <Button look="quiet" onClick={discard}>
            {policyTexts.discard}
          </Button>
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
    <Facts
      className="user-facts"
      facts={[
        [policyTexts.organization, organizationName],
        [policyTexts.organizationId, <code key="id">{organizationId}</code>],
      ]}
    />
  );
}
