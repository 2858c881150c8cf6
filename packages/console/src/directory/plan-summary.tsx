import { parseDependency } from '@app-platform/app-definition';
import { useQuery } from '@tanstack/react-query';
import { AppLink } from './app-summary.tsx';
import { type Installation, installationsQuery, type Plan } from './queries.ts';
import { planTexts } from './texts.ts';

/** A heading and the lines below it. */
type Part = [heading: string, lines: string[]];

type Props = { plan: Plan };
type SummaryProps = Props & { heading?: 'h3' | 'h4' };

/** What a plan says, in words. What the list of apps says, where there are several, is left to the list. */
export function PlanSummary({ plan, heading: Heading = 'h3' }: SummaryProps) {
  const installed = useQuery(installationsQuery).data ?? [];
  const parts = [
    ...rolesOf(plan),
    ...attributesOf(plan),
    ...appsOf(plan, installed),
    ...webhooksOf(plan),
  ].filter(([, lines]) => lines.length > 0);
  const sentences = endedAccessOf(plan);
  const isEmpty = parts.length + sentences.length + plan.apps.length === 0;
  return (
    <>
      <PlanProblems plan={plan} />
      <PlanWarnings plan={plan} />
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {parts.map(([heading, lines]) => (
        <section key={heading}>
          <Heading>{heading}</Heading>
          <Lines lines={lines} />
        </section>
      ))}
      {isEmpty && <p>{planTexts.nothing}</p>}
    </>
  );
}

function PlanWarnings({ plan: { warnings = [] } }: Props) {
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

function rolesOf({ roles, apps }: Plan): Part[] {
  return [
    [planTexts.rolesAdded, apps.length > 0 ? [] : roles.added],
    [planTexts.rolesRemoved, roles.removed],
    [planTexts.rolesWaiting, roles.waiting],
  ];
}

function attributesOf({ attributes, apps }: Plan): Part[] {
  const changed = (change: string) =>
    attributes.filter((one) => one.change === change).map(({ klass, name }) => `${klass} ${name}`);
  return [
    [planTexts.attributesAdded, apps.length > 0 ? [] : changed('added')],
    [planTexts.attributesRemoved, changed('removed')],
    [planTexts.attributesChanged, changed('type_changed')],
  ];
}

/** Apps that are missing are in the list of those that are installed too, or are a problem. */
function appsOf({ dependencies, dependents }: Plan, installed: readonly Installation[]): Part[] {
  const titleOf = (name: string) => installed.find((one) => one.name === name)?.title ?? name;
  const lines = (change: string) =>
    dependencies
      .filter((one) => one.change === change && one.installed !== null)
      .map((one) => planTexts.installedIn(titleOf(parseDependency(one.rule).name), one.installed));
  return [
    [planTexts.dependenciesAdded, lines('added')],
    [planTexts.dependenciesRemoved, lines('removed')],
    [planTexts.dependents, dependents.map(({ name, version }) => `${titleOf(name)} ${version}`)],
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

/** What would refuse a planned change. The details of rules are advice for callers of the API. */
function PlanProblems({ plan: { app, problems } }: Props) {
  if (problems.length === 0) return null;
  return (
    <div className="notice bad" role="alert">
      <strong>{planTexts.problems}</strong>
      <ul>
        {problems.map((problem) => (
          <li key={problem.detail}>
            <PlanProblem problem={problem} changed={app} />
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
