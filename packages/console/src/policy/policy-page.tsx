import { unwrap } from '@app-platform/client/source';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useCaller } from '../api/caller.ts';
import { oauth } from '../api/clients.ts';
import { type Once, useChange } from '../api/use-write.ts';
import { Button } from '../elements/button.tsx';
import { Facts } from '../elements/data-table.tsx';
import { RefusalNotice } from '../elements/notices.tsx';
import { elementTexts } from '../elements/texts.ts';
import { useRecordEdits } from '../elements/use-form.ts';
import { SectionPage } from '../settings/settings-layout.tsx';
import { policyTexts } from './texts.ts';

const organizationQuery = queryOptions({
  queryKey: ['organization'],
  queryFn: async () => (await unwrap(oauth.GET('/v1/organization'))).data.attributes,
});

/** Who decides what apps may do for users, what assistants may do, and whether requests are mailed. */
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
  const { input, edits, change, reset, drop } = useRecordEdits('policy', organization);
  const save = (_once: Once, body: typeof edits) =>
    unwrap(oauth.PATCH('/v1/organization', { body }));
  const mutation = useChange(['organization'], save, drop);
  const isChanged = Object.keys(edits).length > 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!mutation.isPending) mutation.mutate(edits);
  };
  return (
    <form onSubmit={submit}>
      {(['consentPolicy', 'assistants', 'requestMails'] as const).map((name) => (
        <Choice
          key={name}
          name={name}
          chosen={input[name]}
          onChoose={(value) => {
            if (!mutation.isPending) mutation.reset();
            change({ [name]: value });
          }}
        />
      ))}
      <RefusalNotice error={mutation.error} />
      <p className="actions">
        <Button type="submit" isPending={mutation.isPending}>
          {mutation.isPending ? elementTexts.working : policyTexts.save}
        </Button>
        {isChanged && (
          <Button look="quiet" onClick={reset}>
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

type Setting = 'consentPolicy' | 'assistants' | 'requestMails';
type ChoiceProps = { name: Setting; chosen: string; onChoose(value: string): void };

function Choice({ name, chosen, onChoose }: ChoiceProps) {
  const { legend, choices, explanations, hint } = policyTexts[name];
  const explained: Record<string, string> = explanations;
  return (
    <fieldset className="policy-choice">
      <legend>{legend}</legend>
      {Object.entries(choices).map(([value, label]) => (
        <label className="card check" key={value}>
          <input
            type="radio"
            name={name}
            checked={chosen === value}
            onChange={() => onChoose(value)}
          />
          <span>
            <strong>{label}</strong>
            <span className="secondary">{explained[value]}</span>
          </span>
        </label>
      ))}
      <p className="hint">{hint}</p>
    </fieldset>
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
