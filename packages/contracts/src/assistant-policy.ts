/**
 * What an organization lets assistants do at the MCP server: nothing, read, or change too. Its administrators decide.
 */
export const assistantPolicies = ['off', 'read', 'write'] as const;
export type AssistantPolicy = (typeof assistantPolicies)[number];

export const DEFAULT_ASSISTANT_POLICY: AssistantPolicy = 'read';
