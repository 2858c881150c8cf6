import type { components } from './generated/registry.ts';

/** What `POST /v1/apps/available` registers, and `PUT /v1/apps/drafts/{app}` keeps as a draft. */
export type AppDefinition = components['schemas']['AppDefinition'];
