import { fromJsonSchema, type McpServer } from '@modelcontextprotocol/server';
import { type TObject, Type } from '@sinclair/typebox';

const argumentsOf = <Arguments>(schema: TObject) =>
  fromJsonSchema<Arguments>(
    JSON.parse(JSON.stringify(schema)) as Parameters<typeof fromJsonSchema>[0],
  );

const definition = argumentsOf<{ definition: string }>(
  Type.Object({ definition: Type.String({ description: 'The definition, in JSON.' }) }),
);

const app = argumentsOf<{ app: string }>(
  Type.Object({ app: Type.String({ description: 'The name of the app.' }) }),
);

const message = (text: string) => ({
  messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }],
});

/** What users often want of an assistant. */
export function addPrompts(server: McpServer): void {
  server.registerPrompt(
    'review_definition',
    {
      title: 'Review this definition',
      description: 'Finds errors and likely mistakes of an app definition, with corrections.',
      argsSchema: definition,
    },
    ({ definition: given }) =>
      message(
        `Review this app definition. Call validate_definition. For each finding read the page of its rule, say what is wrong and why, and show the correction; use its \`fix\` where there is one. Then say which roles the app asks for and whether its components need them.\n\n${given}`,
      ),
  );
  server.registerPrompt(
    'what_would_change',
    {
      title: 'What would change',
      description: 'Says what installing an app, or upgrading it, would do in the organization.',
      argsSchema: app,
    },
    ({ app: name }) =>
      message(
        `What would change in my organization with the app ${name}? Call explain_app. Then call plan_change: with "upgrade" where it is installed, with "install" otherwise. Say what appears, disappears and changes its type, what the app may newly ask users for, which apps it needs, and what would refuse the change. Change nothing.`,
      ),
  );
}
