import { type ProblemCode, problem, problemKinds } from '@app-platform/contracts';
import { AppError, translateDatabaseError } from '@app-platform/http-api';
import type { Logger } from '@app-platform/runtime';
import type { AuditStores } from '../audit/audit-store.ts';
import type { Database } from '../database/database.ts';
import type { OauthClient } from '../oauth-client/oauth-client.ts';
import { type Assistant, type AssistantCall, type Tool, ToolRefusal } from './tool.ts';

export type CallDependencies = {
  database: Database<AuditStores>;
  oauthClient: OauthClient;
  logger: Logger;
  /** Called after each change. */
  afterWrite(principal: Assistant): void | Promise<void>;
};

/** What a call answers, as the protocol has it. */
export type ToolResult = {
  content: { type: 'text'; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: true;
};

/** Calls a tool as far as the organization lets assistants, and records the call. A refusal is a result. */
export async function callTool(
  dependencies: CallDependencies,
  tool: Tool,
  call: AssistantCall,
  input: unknown,
): Promise<ToolResult> {
  const named = namesIn(input);
  try {
    await requirePolicy(dependencies, call.assistant, tool.changes);
    const result = await run(dependencies, tool, call, input);
    await recordCall(dependencies, call, tool.name, { ...named, outcome: 'succeeded' });
    return result;
  } catch (error) {
    const refusal = refusalOf(dependencies.logger, call, error);
    await recordCall(dependencies, call, tool.name, {
      ...named,
      outcome: 'refused',
      reason: refusal.reason,
    }).catch((failure: unknown) => {
      dependencies.logger.error({ err: failure }, 'the call of an assistant was not recorded');
    });
    return refusal.result;
  }
}

async function run(
  { afterWrite }: CallDependencies,
  tool: Tool,
  call: AssistantCall,
  input: unknown,
): Promise<ToolResult> {
  try {
    // As JSON: the output schema has no dates.
    const text = JSON.stringify(await tool.run(call, input));
    return { content: [{ type: 'text', text }], structuredContent: JSON.parse(text) };
  } finally {
    if (tool.changes) await afterWrite(call.assistant);
  }
}

/**
 * Asked at each call, so that a change of the policy counts at once. Nothing is allowed while the OAuth service is down.
 * @throws ToolRefusal; AppError 503 where the OAuth service does not answer
 */
export async function requirePolicy(
  { oauthClient, logger }: Pick<CallDependencies, 'oauthClient' | 'logger'>,
  { organizationId }: Assistant,
  changes: boolean,
): Promise<void> {
  const { assistants } = await oauthClient.readPolicies(organizationId).catch((cause: unknown) => {
    logger.warn({ err: cause, organizationId }, 'the policy for assistants was not read');
    const detail = 'What assistants may do cannot be read right now.';
    throw new AppError(problem('temporarily_unavailable', detail), { cause });
  });
  if (assistants === 'write' || (assistants === 'read' && !changes)) return;
  const what = assistants === 'off' ? 'does not allow assistants' : 'lets assistants read only';
  throw new ToolRefusal(
    `The policy of the organization ${what}.`,
    'Tell the user. An administrator can change it in the console: Settings, Consent and assistants. Another sign-in does not help.',
  );
}

/** Never the whole input, which may hold secrets. */
function namesIn(input: unknown): Record<string, string> {
  const given = Object.entries(input as object).filter(
    ([name, value]) => ['action', 'app', 'plan'].includes(name) && typeof value === 'string',
  );
  return Object.fromEntries(given);
}

/** Records a call beside what the change itself records. */
export function recordCall(
  { database }: Pick<CallDependencies, 'database'>,
  { assistant, context }: AssistantCall,
  subject: string,
  after: Record<string, unknown>,
): Promise<void> {
  const { organizationId } = assistant;
  return database.transaction(({ audit }) =>
    audit.record({
      ...{ actor: assistant, organizationId, context },
      ...{ action: 'assistant.called', subject, after },
    }),
  );
}

const correctArgument = 'Correct the argument. The input schema of the tool describes it.';

/** In place of the remedy of a code, which is for callers of the API. */
const nextSteps: Partial<Record<ProblemCode, string>> = {
  invalid_body: correctArgument,
  invalid_parameter: correctArgument,
  not_found: 'search_apps finds apps, and list_attributes lists attributes.',
  ambiguous_app:
    'For the private app use the full name that search_apps gives. The public app can be managed in the console alone.',
  plan_outdated: 'Call plan_change again, show the user what differs, and use the new plan.',
  dependency_missing: 'Plan and install the dependency first.',
  forbidden: 'Tell the user. An administrator can do it in the console.',
  temporarily_unavailable: 'Try again in a few seconds.',
  internal_error: 'Try again. If the error stays, tell the operator the request id.',
};

function refusalOf(
  logger: Logger,
  { context }: AssistantCall,
  error: unknown,
): { reason: string; result: ToolResult } {
  if (error instanceof ToolRefusal) {
    return { reason: error.message, result: errorResult(error.message, error.next) };
  }
  const known = error instanceof AppError ? error : (translateDatabaseError(error) ?? error);
  if (!(known instanceof AppError) || known.status >= 500) {
    logger.error({ requestId: context.requestId, err: error }, 'the call of an assistant failed');
  }
  const { requestId } = context;
  const problems =
    known instanceof AppError
      ? known.problems
      : [problem('internal_error', 'The service has a fault.', undefined, { requestId })];
  const codes = [...new Set(problems.map(({ code }) => code as ProblemCode))];
  const next = codes.map((code) => nextSteps[code] ?? problemKinds[code].remedy);
  const result = errorResult(problems.map(({ detail }) => detail).join('\n'), next.join(' '));
  // Programs find the codes, and what differs from a plan.
  result.content.push({ type: 'text', text: JSON.stringify({ errors: problems }) });
  return { reason: codes.join(', '), result };
}

function errorResult(message: string, next: string): ToolResult {
  return { content: [{ type: 'text', text: `${message}\nNext: ${next}` }], isError: true };
}
