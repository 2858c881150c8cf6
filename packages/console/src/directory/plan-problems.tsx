import { parseDependency } from '@app-platform/app-definition';
import { planTexts } from '../texts/directory.ts';
import { AppLink } from './app-link.tsx';
import type { Plan } from './queries.ts';

type Problem = Plan['problems'][number];
/** What a problem with a rule says for programs. */
type RuleFacts = { app: string; version: string; rule: string; found?: string };

type Props = { plan: Plan; withDependencies: boolean };

/**
 * What would refuse a planned change. The details of rules are advice for callers of the API, except why an
 * app that is missing cannot be installed too.
 */
export function PlanProblems({ plan: { app, problems }, withDependencies }: Props) {
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
