import { unwrap } from '@app-platform/client/source';
import { roles } from '@app-platform/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useCaller } from '../api/caller.ts';
import { registry } from '../api/clients.ts';
import { Button } from '../elements/button.tsx';
import { type Column, DataTable } from '../elements/data-table.tsx';
import { Field } from '../elements/fields.tsx';
import { Moment } from '../elements/moment.tsx';
import { RefusalNotice, RoleRequired } from '../elements/notices.tsx';
import { missing, useCheckedForm, useFormInput } from '../elements/use-form.ts';
import { type RefusedRequest, refusedRequestsQuery, useOwnApp } from './queries.ts';
import { doctorTexts } from './texts.ts';
import { withoutSecrets } from './without-secrets.ts';

/** Says why an authorization or token request of the app fails. */
export function DoctorSection() {
  const { name } = useOwnApp();
  return (
    <RoleRequired roles={[roles.apps]}>
      <Doctor name={name} key={name} />
    </RoleRequired>
  );
}

const EMPTY = { request: '', organization: '', user: '' };

function Doctor({ name }: { name: string }) {
  const readsUsers = useCaller().holds(roles.users);
  const { input, change } = useFormInput(`doctor ${name}`, EMPTY);
  const mutation = useMutation({ mutationFn: examine });
  const form = useCheckedForm(
    { ...mutation, mutate: () => mutation.mutate(input) },
    { request: missing(input.request, doctorTexts.requestMissing) },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!mutation.isPending) form.mutate();
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
        <Field
          label={doctorTexts.request}
          hint={doctorTexts.requestHint}
          rows={4}
          spellCheck={false}
          value={input.request}
          onChange={(text) => change({ request: withoutSecrets(text) })}
          faults={form.faultsOf('request')}
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
        <Button type="submit" isPending={mutation.isPending}>
          {doctorTexts.examine}
        </Button>
      </form>
      <RefusalNotice error={form.error} />
      {mutation.data && (
        <DiagnosisReport key={mutation.submittedAt} diagnosis={mutation.data} name={name} />
      )}
    </section>
  );
}

type DoctorInput = { request: string; organization: string; user: string };
type Diagnosis = Awaited<ReturnType<typeof examine>>;

/** Why a request fails: `https://…/oauth/authorize?…`, or `grant_type=…&client_id=…`. */
async function examine({ request, organization, user }: DoctorInput) {
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

const badges = { passed: 'badge good', failed: 'badge bad', unknown: 'badge' };
const order = ['failed', 'unknown', 'passed'];

/** It is below the list of failures, which may be long. */
const showReport = (report: HTMLElement | null) => report?.scrollIntoView({ block: 'nearest' });

/** What the doctor found: the failed checks first. @param name of the app whose page this is */
function DiagnosisReport({ diagnosis, name }: { diagnosis: Diagnosis; name: string }) {
  const { app, healthy } = diagnosis;
  const checks = diagnosis.checks.toSorted(
    (one, other) => order.indexOf(one.status) - order.indexOf(other.status),
  );
  return (
    <div className="diagnosis" ref={showReport}>
      <p className={healthy ? 'notice good' : 'notice bad'} role="status">
        {healthy ? doctorTexts.healthy : doctorTexts.ill}
        {app !== name && ` ${doctorTexts.otherApp(app)}`}
      </p>
      <ul className="plain-list">
        {checks.map(({ name: check, status, detail }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a check can have several results
          <li key={index}>
            <span className={badges[status]}>{doctorTexts.statuses[status]}</span>{' '}
            <code>{check}</code>
            <p>{detail}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Why requests of the app were refused lately. @param onExamine receives one of them as text */
function RecentFailures({ onExamine }: { onExamine: (request: string) => void }) {
  const { name, visibility } = useOwnApp();
  const { queryKey, ...options } = refusedRequestsQuery(name, visibility);
  const { data, error } = useQuery({ queryKey, ...options });
  const queryClient = useQueryClient();
  return (
    <>
      <div className="page-heading">
        <h2>{doctorTexts.recent}</h2>
        <Button look="quiet" onClick={() => void queryClient.invalidateQueries({ queryKey })}>
          {doctorTexts.refresh}
        </Button>
      </div>
      <RefusalNotice error={error} />
      {data?.length === 0 && <p>{doctorTexts.noneRefused}</p>}
      {data && data.length > 0 && (
        <DataTable caption={doctorTexts.recent} columns={columnsOf(onExamine)} rows={data} />
      )}
    </>
  );
}

function columnsOf(onExamine: (request: string) => void): Column<RefusedRequest>[] {
  return [
    {
      title: doctorTexts.reason,
      cell: ({ error, reason }) => (
        <>
          <code>{error}</code> {reason}
        </>
      ),
    },
    { title: doctorTexts.endpoint, cell: ({ endpoint }) => doctorTexts.endpoints[endpoint] },
    { title: doctorTexts.count, cell: ({ count }) => count },
    { title: doctorTexts.last, cell: ({ lastAt }) => <Moment at={lastAt} /> },
    {
      title: doctorTexts.examine,
      isActions: true,
      cell: ({ request, reason }) =>
        request && (
          <Button
            look="quiet"
            aria-label={doctorTexts.examineReason(reason)}
            onClick={() => onExamine(textOf(request))}
          >
            {doctorTexts.examine}
          </Button>
        ),
    },
  ];
}

/** As a person would paste it. */
function textOf(request: NonNullable<RefusedRequest['request']>): string {
  if ('url' in request) return request.url;
  return new URLSearchParams(request.tokenRequest).toString();
}
