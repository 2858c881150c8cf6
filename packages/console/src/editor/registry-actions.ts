import type { Finding } from '@app-platform/app-definition';
import { PlatformError, unwrap } from '@app-platform/client/source';
import { appNamePattern } from '@app-platform/contracts';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { registry } from '../api/clients.ts';
import { type Once, useWrite } from '../api/use-write.ts';
import type { RegistryFinding } from './answer-lint-call.ts';
import { parseDefinition } from './definition-text.ts';
import { lint } from './linter.ts';
import { editorTexts } from './texts.ts';

export type RegistryAction = 'check' | 'register' | 'saveDraft' | 'openDraft';
/** `draft` is the app whose draft can be installed now. */
export type Outcome = { isGood: boolean; sentence: string; draft?: string };
type Request = { action: RegistryAction; text: string };

const APP_NAME = new RegExp(appNamePattern);
const none: readonly RegistryFinding[] = [];

/** Checks, registers and drafts a definition, and keeps what the registry finds in it. */
export function useRegistryActions(
  onRegistered: (app: RegisteredApp) => Promise<void>,
  onOpened: (definition: object) => void,
) {
  const queryClient = useQueryClient();
  const [findings, setFindings] = useState(none);
  const [outcome, setOutcome] = useState<Outcome>();
  const report = (answer: RegistryResponse<unknown>, success?: Outcome) => {
    if (!answer.accepted) setFindings(answer.findings);
    setOutcome(answer.accepted ? success : refusalOf(answer));
  };
  const actions: Record<RegistryAction, (text: string, once: Once) => Promise<void>> = {
    check: async (text) => {
      const answer = await check(text);
      if (answer.accepted) setFindings(answer.result);
      report(answer, { isGood: true, sentence: editorTexts.valid });
    },
    register: async (text, once) => {
      const answer = await register(text, once);
      report(answer);
      if (answer.accepted) await onRegistered(answer.result);
    },
    saveDraft: async (text) => {
      const answer = await saveDraft(text, nameIn(text));
      report(answer, answer.accepted ? keptOutcome(answer.result) : undefined);
      await queryClient.invalidateQueries({ queryKey: ['apps', 'drafts'] });
    },
    openDraft: async (text) => onOpened(await readDraft(nameIn(text))),
  };
  const mutation = useWrite({
    write: async (once, { action, text }: Request) => {
      const fault = faultOf(text, action);
      setOutcome(fault ? { isGood: false, sentence: fault } : undefined);
      if (!fault) await actions[action](text, once);
    },
  });
  return { findings, outcome, mutation };
}

function refusalOf({ suggested }: RegistryResponse<unknown> & { accepted: false }): Outcome {
  const advice = suggested ? ` ${editorTexts.suggested(suggested)}` : '';
  return { isGood: false, sentence: editorTexts.invalid + advice };
}

function keptOutcome({ name, expiresAt }: KeptDraft): Outcome {
  const until = new Date(expiresAt).toLocaleDateString();
  return { isGood: true, sentence: editorTexts.drafted(name, until), draft: name };
}

/** Why a text cannot be sent. */
function faultOf(text: string, action: RegistryAction): string | undefined {
  if (parseDefinition(text).faults.length > 0) return editorTexts.unreadable;
  const needsName = ['saveDraft', 'openDraft'].includes(action) && !APP_NAME.test(nameIn(text));
  return needsName ? editorTexts.noName : undefined;
}

/** A draft has an address with the name of its app. */
function nameIn(text: string): string {
  const { value } = parseDefinition(text);
  return typeof value === 'object' && value !== null && 'app' in value ? String(value.app) : '';
}

type Accepted<Result> = { accepted: true; result: Result };
/** Places are in the text; `suggested` is the version that the changes ask for. */
type Refused = { accepted: false; findings: RegistryFinding[]; suggested?: string };
type RegistryResponse<Result> = Accepted<Result> | Refused;

/** Of a webhook that a registration added. It cannot be had again. */
export type WebhookSecret = { id: string; url: string; secret: string };
export type RegisteredApp = {
  name: string;
  version: string;
  visibility: 'private' | 'public';
  webhookSecrets: readonly WebhookSecret[];
};
type KeptDraft = { name: string; expiresAt: string };

/** What the registry says to a definition, without registering it. */
async function check(text: string): Promise<RegistryResponse<RegistryFinding[]>> {
  const answer = await unwrap(registry.POST('/v1/apps/validate', bodyOf(text)));
  // The other form of the answer is SARIF, for an `Accept` header that is not sent.
  if (!('data' in answer)) throw new TypeError('The registry answered in SARIF.');
  const { valid, errors, warnings, version } = answer.data;
  const all = [...errors, ...warnings] as Finding[];
  const findings = await lint({ operation: 'add', text, findings: all });
  if (valid) return { accepted: true, result: findings };
  const { suggested } = version;
  return { accepted: false, findings, ...(suggested && { suggested }) };
}

/** Checks first, so that a refusal is an answer like any other. */
async function register(text: string, once: Once): Promise<RegistryResponse<RegisteredApp>> {
  const checked = await check(text);
  if (!checked.accepted) return checked;
  return explained(text, async () => {
    const options = once(bodyOf(text));
    const { data, meta } = await unwrap(registry.POST('/v1/apps/available', options));
    const { name, version, visibility } = data.attributes;
    return { name, version, visibility, webhookSecrets: meta?.webhookSecrets ?? [] };
  });
}

/** @param name the `app` of the definition */
function saveDraft(text: string, name: string): Promise<RegistryResponse<KeptDraft>> {
  return explained(text, async () => {
    const options = { params: { path: { app: name } }, ...bodyOf(text) };
    const { data } = await unwrap(registry.PUT('/v1/apps/drafts/{app}', options));
    return data.attributes;
  });
}

/** The definition of a draft. */
async function readDraft(name: string): Promise<object> {
  const params = { path: { app: name } };
  const { data } = await unwrap(registry.GET('/v1/apps/drafts/{app}', { params }));
  return data.attributes.definition;
}

export function draftQuery(name: string) {
  return queryOptions({ queryKey: ['apps', 'drafts', name], queryFn: () => readDraft(name) });
}

/** @throws what is no refusal of the definition */
async function explained<Result>(
  text: string,
  work: () => Promise<Result>,
): Promise<RegistryResponse<Result>> {
  try {
    return { accepted: true, result: await work() };
  } catch (error) {
    if (!isAboutDefinition(error)) throw error;
    const findings = await lint({ operation: 'explain', text, problems: error.errors });
    return { accepted: false, findings };
  }
}

function isAboutDefinition(error: unknown): error is PlatformError {
  if (!(error instanceof PlatformError)) return false;
  return error.errors.some(({ source }) => source?.pointer !== undefined || source?.parameter);
}

/** The text as its author wrote it, not the value that was read from it; the registry checks what the type promises. */
function bodyOf(text: string) {
  return { body: parseDefinition(text).json as never, bodySerializer: String };
}
