import { planTexts } from '../texts/directory.ts';
import { PlanProblems } from './plan-problems.tsx';
import type { Plan } from './queries.ts';

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
