import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { editorTexts } from '../texts/editor.ts';
import { parseDefinition } from './definition-text.ts';
import type { RegistryFinding } from './findings.ts';
import {
  check,
  type KeptDraft,
  type RegisteredApp,
  type RegistryAnswer,
  readDraft,
  register,
  saveDraft,
} from './registry-answers.ts';

export type RegistryAction = 'check' | 'register' | 'saveDraft' | 'openDraft';
/** `draft` is the app whose draft can be installed now. */
export type Outcome = { isGood: boolean; sentence: string; draft?: string };
type Request = { action: RegistryAction; text: string };

const none: readonly RegistryFinding[] = [];

/** Checks, registers and drafts a definition, and keeps what the registry finds in it. */
export function useRegistryActions(
  onRegistered: (app: RegisteredApp) => Promise<void>,
  onOpened: (definition: object) => void,
) {
  const queryClient = useQueryClient();
  const [findings, setFindings] = useState(none);
  const [outcome, setOutcome] = useState<Outcome>();
  const report = (answer: RegistryAnswer<unknown>, success?: Outcome) => {
    if (!answer.accepted) setFindings(answer.findings);
    setOutcome(answer.accepted ? success : refusalOf(answer));
  };
  const actions: Record<RegistryAction, (text: string) => Promise<void>> = {
    check: async (text) => {
      const answer = await check(text);
      if (answer.accepted) setFindings(answer.result);
      report(answer, { isGood: true, sentence: editorTexts.valid });
    },
    register: async (text) => {
      const answer = await register(text);
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
  const mutation = useMutation({
    mutationFn: async ({ action, text }: Request) => {
      const fault = faultOf(text, action);
      setOutcome(fault ? { isGood: false, sentence: fault } : undefined);
      if (!fault) await actions[action](text);
    },
  });
  return { findings, outcome, mutation };
}

function refusalOf({ suggested }: RegistryAnswer<unknown> & { accepted: false }): Outcome {
  const advice = suggested ? ` ${editorTexts.suggested(suggested)}` : '';
  return { isGood: false, sentence: editorTexts.invalid + advice };
}

function keptOutcome({ name, expiresAt }: KeptDraft): Outcome {
  const until = new Date(expiresAt).toLocaleDateString();
  return { isGood: true, sentence: editorTexts.drafted(name, until), draft: name };
}

/** Why a text cannot be sent. */
function faultOf(text: string, action: RegistryAction): string | undefined {
  if (parseDefinition(text).faults.length > 0) return editorTexts.noJson;
  const needsName =
    ['saveDraft', 'openDraft'].includes(action) && !/^\w{1,160}$/.test(nameIn(text));
  return needsName ? editorTexts.noName : undefined;
}

/** A draft has an address with the name of its app. */
function nameIn(text: string): string {
  const { value } = parseDefinition(text);
  return typeof value === 'object' && value !== null && 'app' in value ? String(value.app) : '';
}
