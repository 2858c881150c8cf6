import { type RoleRequirement, readApps } from '@app-platform/contracts';
import type { RequestContext } from '@app-platform/http-api';
import { type Static, type TObject, Type } from '@sinclair/typebox';
import type { Principal } from '../authentication/principal.ts';

/** A user of an organization, and the app that acts for the user. */
export type Assistant = Principal & { clientId: string; userId: string };

/** Who calls a tool, and the request. */
export type AssistantCall = { assistant: Assistant; context: RequestContext };

/** Something that an assistant does at the registry, by the domain function that a route calls. */
export type Tool = {
  name: string;
  title: string;
  description: string;
  input: TObject;
  output: TObject;
  /** A token without these scopes gets 403. */
  access: RoleRequirement;
  /** Needs the policy `write`, and a plan. */
  changes: boolean;
  /** Whether a change takes something away. */
  isDestructive: boolean;
  /** @throws AppError, ToolRefusal */
  run(call: AssistantCall, input: unknown): Promise<object>;
};

type Declared<I extends TObject, O extends TObject> = Pick<
  Tool,
  'name' | 'title' | 'description'
> & {
  input: I;
  output: O;
  run(call: AssistantCall, input: Static<I>): Promise<Static<O>>;
};

/** A tool that changes nothing. @param access left out: either role for apps */
export function readingTool<I extends TObject, O extends TObject>(
  tool: Declared<I, O> & { access?: RoleRequirement },
): Tool {
  return { access: readApps, changes: false, isDestructive: false, ...tool } as Tool;
}

export function changingTool<I extends TObject, O extends TObject>(
  tool: Declared<I, O> & Pick<Tool, 'access' | 'isDestructive'>,
): Tool {
  return { changes: true, ...tool } as Tool;
}

/** A refusal that is the assistant's to know alone: no route answers it. */
export class ToolRefusal extends Error {
  /** What to do next. */
  readonly next: string;

  constructor(message: string, next: string) {
    super(message);
    this.next = next;
  }
}

export const input = <P extends Parameters<typeof Type.Object>[0]>(properties: P) =>
  Type.Object(properties, { additionalProperties: false });

export const appName = Type.String({
  description: 'The name of an app, as search_apps gives it.',
  minLength: 1,
  maxLength: 256,
});
