import { useQuery } from '@tanstack/react-query';
import { Contained } from '../elements/notices.tsx';
import { RoleList } from '../settings/roles.tsx';
import { AppIcon } from './app-summary.tsx';
import { type App, appQuery, type Plan } from './queries.ts';
import { planTexts } from './texts.ts';

/** The roles that each of the apps that are installed too may ask users for. */
export type RoleDecision = Record<string, string[]>;

type PlannedAppsProps = {
  app: App;
  plan: Plan;
  decision: RoleDecision;
  onDecision: (decision: RoleDecision) => void;
};

/** Every app that an installation brings, and whether those that are needed may use their roles at once. */
export function PlannedApps({ app, plan, decision, onDecision }: PlannedAppsProps) {
  const requested = Object.fromEntries(
    plan.apps.map((one) => [one.app, requestedRoles(one)] as const).filter(([, all]) => all.length),
  );
  const isDecided = Object.keys(decision).length > 0;
  const main = { app: plan.app, to: app.version, attributes: plan.attributes };
  return (
    <section>
      <p>{planTexts.installedToo(app.title, plan.apps.length)}</p>
      <ul className="plain-list planned-apps">
        <li>
          <PlannedApp planned={main} roles={plan.roles.added} rolesTitle={planTexts.rolesAdded} />
        </li>
        {plan.apps.map((one) => (
          <li key={one.app}>
            <Contained>
              <PlannedApp
                planned={one}
                roles={requestedRoles(one)}
                rolesTitle={isDecided ? planTexts.rolesAdded : planTexts.rolesLater}
              />
            </Contained>
          </li>
        ))}
      </ul>
      {Object.keys(requested).length > 0 && (
        <label className="check">
          <input
            type="checkbox"
            checked={isDecided}
            onChange={({ target }) => onDecision(target.checked ? requested : {})}
          />{' '}
          {planTexts.allowRoles}
        </label>
      )}
    </section>
  );
}

type Planned = Pick<Plan['apps'][number], 'app' | 'attributes'> & { to: string };

function requestedRoles({ roles }: Plan['apps'][number]): string[] {
  return [...(roles.allowed ?? []), ...roles.waiting].map(String);
}

type PlannedAppProps = { planned: Planned; roles: readonly string[]; rolesTitle: string };

function PlannedApp({ planned, roles, rolesTitle }: PlannedAppProps) {
  const { app: name, to, attributes } = planned;
  const { data: app } = useQuery(appQuery(`${name}-${to}`));
  const title = app?.title ?? name;
  return (
    <article className="planned-app">
      <AppIcon address={app?.iconUrl ?? null} title={title} />
      <div>
        <h3>
          {title} {to}
        </h3>
        <code className="secondary">{name}</code>
        <dl>
          <div>
            <dt>{rolesTitle}</dt>
            <dd>
              <RoleList roles={roles} />
            </dd>
          </div>
          {attributes.length > 0 && (
            <div>
              <dt>{planTexts.attributesAdded}</dt>
              <dd>{attributes.map((one) => `${one.klass} ${one.name}`).join(', ')}</dd>
            </div>
          )}
        </dl>
      </div>
    </article>
  );
}
