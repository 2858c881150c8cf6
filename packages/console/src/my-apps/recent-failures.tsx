import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type Column, DataTable } from '../elements/data-table.tsx';
import { Moment } from '../elements/moment.tsx';
import { RefusalNotice } from '../elements/refusal-notice.tsx';
import { doctorTexts } from '../texts/my-apps.ts';
import { useOwnApp } from './own-app.ts';
import { type RefusedRequest, refusedRequestsQuery } from './queries.ts';

/** Why requests of the app were refused lately. @param onExamine is given one of them as text */
export function RecentFailures({ onExamine }: { onExamine: (request: string) => void }) {
  const { name, visibility } = useOwnApp();
  const { queryKey, ...options } = refusedRequestsQuery(name, visibility);
  const { data, error } = useQuery({ queryKey, ...options });
  const queryClient = useQueryClient();
  return (
    <>
      <div className="page-heading">
        <h2>{doctorTexts.recent}</h2>
        <button
          className="button quiet"
          type="button"
          onClick={() => void queryClient.invalidateQueries({ queryKey })}
        >
          {doctorTexts.refresh}
        </button>
      </div>
      <RefusalNotice error={error} />
      {data?.length === 0 && <p>{doctorTexts.noneRefused}</p>}
      {data && data.length > 0 && (
        <DataTable
          caption={doctorTexts.recent}
          columns={columnsOf(onExamine)}
          rows={data}
          keyOf={({ endpoint, error: code, reason }) => `${endpoint} ${code} ${reason}`}
        />
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
          <button
            className="button quiet"
            type="button"
            aria-label={doctorTexts.examineReason(reason)}
            onClick={() => onExamine(textOf(request))}
          >
            {doctorTexts.examine}
          </button>
        ),
    },
  ];
}

/** As a person would paste it. */
function textOf(request: NonNullable<RefusedRequest['request']>): string {
  if ('url' in request) return request.url;
  return new URLSearchParams(request.tokenRequest).toString();
}
