import { unwrap } from '@app-platform/client/source';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { oauth } from '../api/clients.ts';
import { Button } from '../elements/button.tsx';
import { Field } from '../elements/fields.tsx';
import { RefusalNotice } from '../elements/notices.tsx';
import { useFormInput } from '../elements/use-form.ts';
import { useIsShown } from '../elements/use-is-shown.ts';
import { userQuery } from '../users/queries.ts';
import { grantTexts } from './texts.ts';

const route = getRouteApi('/settings/grants');

/** `email` is undefined until it is typed. */
type FilterInput = { email?: string; app: string };

/** Filters by the email address of a user and the name of an app. The address holds the user's id. */
export function GrantFilterForm() {
  const { user, app = '', kind } = route.useSearch();
  const unfiltered = { ...(kind && { kind }) };
  const navigate = route.useNavigate();
  const isShown = useIsShown();
  const { data: shown } = useQuery({ ...userQuery(user ?? ''), enabled: user !== undefined });
  const { input, change, forget } = useFormInput<FilterInput>(`grants ${user} ${app}`, { app });
  const email = input.email ?? shown?.attributes.email ?? '';
  const filter = useMutation({
    mutationFn: () => findUser(email.trim()),
    onSuccess: (found) => {
      if (found === 'unknown') return;
      forget();
      const name = input.app.trim();
      const chosen = { ...(found && { user: found }), ...(name && { app: name }) };
      if (isShown()) void navigate({ search: { ...unfiltered, ...chosen } });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    filter.mutate();
  };
  const faults = filter.data === 'unknown' ? [grantTexts.userUnknown] : [];
  return (
    <form aria-label={grantTexts.filterLabel} noValidate onSubmit={submit}>
      <div className="filters">
        <Field
          label={grantTexts.emailOf}
          value={email}
          onChange={(typed) => {
            filter.reset();
            change({ email: typed });
          }}
          faults={faults}
        />
        <Field
          label={grantTexts.app}
          maxLength={160}
          value={input.app}
          onChange={(typed) => change({ app: typed })}
          placeholder={grantTexts.appHint}
        />
        <div className="actions">
          <Button look="quiet" type="submit">
            {grantTexts.filter}
          </Button>
          {(user || app) && (
            <Link className="button quiet" to="/settings/grants" search={unfiltered}>
              {grantTexts.reset}
            </Link>
          )}
        </div>
      </div>
      <RefusalNotice error={filter.error} />
    </form>
  );
}

/** @returns the id of the user, undefined for no email address */
async function findUser(email: string): Promise<string | 'unknown' | undefined> {
  if (email === '') return undefined;
  const query = { query: email, 'page[size]': 100 };
  const { data } = await unwrap(oauth.GET('/v1/users', { params: { query } }));
  const found = data.find(({ attributes }) => attributes.email === email.toLowerCase());
  return found?.id ?? 'unknown';
}
