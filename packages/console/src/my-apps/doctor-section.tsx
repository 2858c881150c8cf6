import { roles } from '@app-platform/contracts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId } from 'react';
import { useCaller } from '../api/caller.ts';
import { missing, useFormCheck } from '../api/form-check.ts';
import { useFormInput } from '../api/form-input.ts';
import { Field, FieldFaults } from '../elements/field.tsx';
import { RefusalNotice } from '../elements/refusal-notice.tsx';
import { RoleMissing } from '../elements/role-missing.tsx';
import { doctorTexts } from '../texts/my-apps.ts';
import { DiagnosisReport } from './diagnosis-report.tsx';
import { examine } from './examine.ts';
import { useOwnApp } from './own-app.ts';
import { RecentFailures } from './recent-failures.tsx';
import { withoutSecrets } from './without-secrets.ts';

/** Says why an authorization or token request of the app fails. */
export function DoctorSection() {
  const { name } = useOwnApp();
  return useCaller().holds(roles.apps) ? (
    <Doctor name={name} key={name} />
  ) : (
    <RoleMissing roles={[roles.apps]} />
  );
}

const EMPTY = { request: '', organization: '', user: '' };

function Doctor({ name }: { name: string }) {
  const readsUsers = useCaller().holds(roles.users);
  const { input, change } = useFormInput(`doctor ${name}`, EMPTY);
  const mutation = useMutation({ mutationFn: examine });
  const check = useFormCheck({ request: missing(input.request, doctorTexts.requestMissing) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (mutation.isPending) return;
    check.send({ mutate: () => mutation.mutate(input), reset: mutation.reset });
  };
  const examineRefused = (request: string) => {
    const refused = { ...EMPTY, request };
    change(refused);
    mutation.mutate(refused);
  };
  return (
    <section className="card">
      <RecentFailures onExamine={examineRefused} />
      <h2>{doctorTexts.one}</h2>
      <p>{doctorTexts.meaning}</p>
      <form noValidate onSubmit={submit}>
        <RequestField
          value={input.request}
          onChange={(text) => change({ request: withoutSecrets(text) })}
          faults={check.faultsOf('request')}
        />
        <details className="more-fields">
          <summary>{doctorTexts.more}</summary>
          <Field
            label={doctorTexts.organization}
            hint={doctorTexts.organizationHint}
            value={input.organization}
            onChange={(organization) => change({ organization })}
          />
          {readsUsers && (
            <Field
              label={doctorTexts.user}
              hint={doctorTexts.userHint}
              value={input.user}
              onChange={(user) => change({ user })}
            />
          )}
        </details>
        <button className="button" type="submit" aria-disabled={mutation.isPending}>
          {doctorTexts.examine}
        </button>
      </form>
      <RefusalNotice error={mutation.error} />
      {mutation.data && (
        <DiagnosisReport key={mutation.submittedAt} diagnosis={mutation.data} name={name} />
      )}
    </section>
  );
}

type RequestFieldProps = {
  value: string;
  onChange: (text: string) => void;
  faults: readonly string[];
};

function RequestField({ value, onChange, faults }: RequestFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{doctorTexts.request}</label>
      <span className="hint" id={`${id}-hint`}>
        {doctorTexts.requestHint}
      </span>
      <textarea
        id={id}
        rows={4}
        spellCheck={false}
        aria-invalid={faults.length > 0}
        aria-describedby={`${id}-hint ${id}-faults`}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <FieldFaults id={`${id}-faults`} faults={faults} />
    </div>
  );
}
