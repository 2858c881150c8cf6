import { parseDependency } from '@app-platform/app-definition';
import { unwrap } from '@app-platform/client/source';
import { useQuery } from '@tanstack/react-query';
import { registry } from '../api/clients.ts';
import { AppLink } from './app-summary.tsx';
import type { App, Plan } from './queries.ts';
import { planTexts } from './texts.ts';

/** A heading and the lines below it. */
type Part = [heading: string, lines: string[]];

type Props = {
  plan: Plan;
  /** Whether the plan installs missing apps too. */
  withDependencies: boolean;
};

/** What a plan says, in words. */
export function PlanSummary({ plan, withDependencies }: Props) {
  const parts = [
    ...rolesOf(plan),
    ...attributesOf(plan),
    ...appsOf(plan),
    ...webhooksOf(plan),
  ].filter(([, lines]) => lines.length > 0);
  const sentences = endedAccessOf(plan);
  const isEmpty = parts.length + sentences.length === 0;
  return (
    <>
      <PlanProblems plan={plan} withDependencies={withDependencies} />
      <PlanWarnings plan={plan} />
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {parts.map(([heading, lines]) => (
        <section key={heading}>
          <h3>{heading}</h3>
          <Lines lines={lines} />
        </section>
      ))}
      {isEmpty && <p>{planTexts.nothing}</p>}
    </>
  );
}

function PlanWarnings({ plan: { warnings = [] } }: Pick<Props, 'plan'>) {
  if (warnings.length === 0) return null;
  return (
    <div className="notice">
      <strong>{planTexts.warnings}</strong>
      <Lines lines={warnings.map(({ detail }) => detail)} />
    </div>
  );
}

function Lines({ lines }: { lines: string[] }) {
  return (
    <ul>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

function rolesOf({ roles }: Plan): Part[] {
  return [
    [planTexts.rolesAdded, roles.added],
    [planTexts.rolesRemoved, roles.removed],
    [planTexts.rolesWaiting, roles.waiting],
  ];
}

function attributesOf({ attributes }: Plan): Part[] {
  const changed = (change: string) =>
    attributes.filter((one) => one.change === change).map(({ klass, name }) => `${klass} ${name}`);
  return [
    [planTexts.attributesAdded, changed('added')],
    [planTexts.attributesRemoved, changed('removed')],
    [planTexts.attributesChanged, changed('type_changed')],
  ];
}

function appsOf({ dependencies, dependents }: Plan): Part[] {
  const changed = (change: string) =>
    dependencies
      .filter((one) => one.change === change)
      .map(({ rule, installed }) => {
        const state = installed ? planTexts.installedIn(installed) : planTexts.notInstalled;
        return `${rule} (${state})`;
      });
  return [
    [planTexts.dependenciesAdded, changed('added')],
    [planTexts.dependenciesRemoved, changed('removed')],
    [planTexts.dependents, dependents.map(({ name, version }) => `${name} ${version}`)],
  ];
}

function webhooksOf({ webhooks }: Plan): Part[] {
  return [[planTexts.webhooks, webhooks.map(({ component, name }) => name ?? component)]];
}

function endedAccessOf({ grants, tokens }: Plan): string[] {
  return [
    ...(grants.ended ? [planTexts.grantsEnded(grants.ended)] : []),
    ...(tokens === 'ended' ? [planTexts.tokensEnded] : []),
  ];
}

type Problem = Plan['problems'][number];
/** What a problem with a rule says for programs. */
type RuleFacts = { app: string; version: string; rule: string; found?: string };

/**
 * What would refuse a planned change. The details of rules are advice for callers of the API, except why an
 * app that is missing cannot be installed too.
 */
function PlanProblems({ plan: { app, problems }, withDependencies }: Props) {
  if (problems.length === 0) return null;
  return (
    <div className="notice bad" role="alert">
      <strong>{planTexts.problems}</strong>
      <ul>
        {problems.map((problem) => (
          <li key={problem.detail}>
            {withDependencies && problem.code === 'dependency_missing' ? (
              problem.detail
            ) : (
              <PlanProblem problem={problem} changed={app} />
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function PlanProblem({ problem, changed }: { problem: Problem; changed: string }) {
  const { code, detail, meta } = problem;
  const faultOf = planTexts.ruleFaults[code];
  if (!faultOf) return detail;
  const { app, version, rule, found = '' } = meta as RuleFacts;
  const { name, range } = parseDependency(rule);
  return (
    <>
      <OtherApp name={app} changed={changed} /> {planTexts.needs(version)}{' '}
      <OtherApp name={name} changed={changed} range={range} />
      {faultOf({ app, found })}
    </>
  );
}

/** The page of the changed app is the one below the dialog. */
function OtherApp(props: { name: string; changed: string; range?: string }) {
  const { name, changed, range } = props;
  const text = range ? `${name} ${range}` : name;
  return name === changed ? text : <AppLink name={name}>{text}</AppLink>;
}

type DifferenceProps = { app: App; from: string; to: string };

/** How the definition of a version differs from the installed one. */
export function VersionDifference({ app, from, to }: DifferenceProps) {
  const { data: changes } = useQuery({
    queryKey: ['apps', 'difference', app.name, app.visibility, from, to],
    queryFn: () => readDifference({ app, from, to }),
  });
  if (!changes) return null;
  return (
    <section>
      <h3>{planTexts.difference}</h3>
      {changes.length === 0 && <p>{planTexts.noDifference}</p>}
      <ul>
        {changes.map(({ component, name, change, pointer, members }) => (
          <li key={pointer}>
            {planTexts.changes[change]} {component} {name && <code>{name}</code>}
            {members && members.length > 0 && (
              <span className="muted"> ({members.join(', ')})</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

async function readDifference({ app: { name, visibility }, from, to }: DifferenceProps) {
  const params = { path: { name }, query: { from, to, visibility } };
  const { data } = await unwrap(registry.GET('/v1/apps/available/{name}/diff', { params }));
  return data.changes;
}
