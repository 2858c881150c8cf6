export const versionDialogs = ['compare', 'deprecate', 'undeprecate', 'yank', 'unyank'] as const;
export const accessDialogs = ['rotate'] as const;
export const webhookDialogs = ['secret'] as const;

export type VersionDialogName = (typeof versionDialogs)[number];
