import { unwrap } from '@app-platform/client/source';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { registry } from '../api/clients.ts';
import { type Once, useChange } from '../api/use-write.ts';
import { Button } from '../elements/button.tsx';
import { Field } from '../elements/fields.tsx';
import { RefusalNotice } from '../elements/notices.tsx';
import { elementTexts } from '../elements/texts.ts';
import { useRecordEdits } from '../elements/use-form.ts';
import { SectionPage } from '../settings/settings-layout.tsx';
import { policyTexts, allowedAppsTexts as texts } from './texts.ts';

const appPolicyQuery = queryOptions({
  queryKey: ['app-policy'],
  queryFn: async () => (await unwrap(registry.GET('/v1/apps/policy'))).data.attributes,
});

/** Which apps the organization allows. */
export function AllowedAppsPage() {
  return (
    <SectionPage section="allowedApps">
      <AllowedAppsForm />
    </SectionPage>
  );
}

type Allows = keyof typeof texts.choices;

function AllowedAppsForm() {
  const { data: policy } = useSuspenseQuery(appPolicyQuery);
  const stored = {
    allows: policy.allows,
    listed: lines(policy.listed),
    blocked: lines(policy.blocked),
  };
  const { input, edits, change, drop } = useRecordEdits('allowed-apps', stored);
  const save = async (_once: Once, { allows, listed, blocked }: typeof edits) => {
    const body = {
      ...(allows && { allows }),
      ...(listed !== undefined && { listed: namesIn(listed) }),
      ...(blocked !== undefined && { blocked: namesIn(blocked) }),
    };
    await unwrap(registry.PATCH('/v1/apps/policy', { body }));
  };
  const mutation = useChange(['app-policy'], save, drop);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!mutation.isPending) mutation.mutate(edits);
  };
  const edit = (members: Partial<typeof input>) => {
    if (!mutation.isPending) mutation.reset();
    change(members);
  };
  return (
    <form onSubmit={submit}>
      <AllowedChoice chosen={input.allows} onChoose={(allows) => edit({ allows })} />
      {(['listed', 'blocked'] as const).map((name) => (
        <Field
          key={name}
          label={texts[name].label}
          hint={texts[name].hint}
          rows={4}
          value={input[name]}
          onChange={(value) => edit({ [name]: value })}
        />
      ))}
      <RefusalNotice error={mutation.error} />
      <p className="actions">
        <Button type="submit" isPending={mutation.isPending}>
          {mutation.isPending ? elementTexts.working : policyTexts.save}
        </Button>
        <span className="saved" role="status">
          {mutation.isSuccess && policyTexts.saved}
        </span>
      </p>
    </form>
  );
}

type ChoiceProps = { chosen: Allows; onChoose: (value: Allows) => void };

function AllowedChoice({ chosen, onChoose }: ChoiceProps) {
  return (
    <fieldset className="policy-choice">
      <legend>{texts.legend}</legend>
      {(Object.keys(texts.choices) as Allows[]).map((value) => (
        <label className="card check" key={value}>
          <input
            type="radio"
            name="allows"
            checked={chosen === value}
            onChange={() => onChoose(value)}
          />
          <span>
            <strong>{texts.choices[value]}</strong>
            <span className="secondary">{texts.explanations[value]}</span>
          </span>
        </label>
      ))}
      <p className="hint">{texts.hint}</p>
    </fieldset>
  );
}

const lines = (names: readonly string[]) => names.join('\n');

function namesIn(text: string): string[] {
  return [...new Set(text.split(/[\s,]+/).filter((name) => name !== ''))];
}
