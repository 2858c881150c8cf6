import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { editorTexts } from '../texts/editor.ts';
import { parseDefinition } from './definition-text.ts';
import type { RegistryFinding } from './findings.ts';
import {
  check,
  type RegisteredApp,
  type RegistryAnswer,
  register,
  saveDraft,
} from './registry-answers.ts';

export type RegistryAction = 'check' | 'register' | 'saveDraft';
type Outcome = { isGood: boolean; sentence: string };

const none: readonly RegistryFinding[] = [];

/** Checks, registers and drafts a definition, and keeps what the registry finds in it. */
export function useRegistryActions(onRegistered: (app: RegisteredApp) => Promise<void>) {
  const [findings, setFindings] = useState(none);
  const [outcome, setOutcome] = useState<Outcome>();
  const mutation = useMutation({
    mutationFn: async ({ action, text }: { action: RegistryAction; text: string }) => {
      setOutcome(undefined);
      const fault = faultOf(text, action);
      if (fault) return setOutcome({ isGood: false, sentence: fault });
      if (action === 'check') return checkText(text);
      return action === 'register' ? registerText(text) : draftText(text);
    },
  });
  const showRefusal = (answer: RegistryAnswer<unknown> & { accepted: false }) => {
    setFindings(answer.findings);
    const { suggested } = answer;
    const advice = suggested ? ` ${editorTexts.suggested(suggested)}` : '';
    setOutcome({ isGood: false, sentence: editorTexts.invalid + advice });
  };
  const checkText = async (text: string) => {
    const answer = await check(text);
    if (!answer.accepted) return showRefusal(answer);
    setFindings(answer.result);
    setOutcome({ isGood: true, sentence: editorTexts.valid });
  };
  const registerText = async (text: string) => {
    const answer = await register(text);
    if (!answer.accepted) return showRefusal(answer);
    await onRegistered(answer.result);
  };
  const draftText = async (text: string) => {
    const answer = await saveDraft(text, nameIn(text));
    if (!answer.accepted) return showRefusal(answer);
    setFindings(none);
    const { name, expiresAt } = answer.result;
    const until = new Date(expiresAt).toLocaleDateString();
    setOutcome({ isGood: true, sentence: editorTexts.drafted(name, until) });
  };
  return { findings, outcome, mutation };
}

/** Why a text cannot be sent. */
function faultOf(text: string, action: RegistryAction): string | undefined {
  if (parseDefinition(text).faults.length > 0) return editorTexts.noJson;
  const needsName = action === 'saveDraft' && !/^\w{1,160}$/.test(nameIn(text));
  return needsName ? editorTexts.noName : undefined;
}

/** A draft has an address with the name of its app. */
function nameIn(text: string): string {
  const { value } = parseDefinition(text);
  return typeof value === 'object' && value !== null && 'app' in value ? String(value.app) : '';
}
