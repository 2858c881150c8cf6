import type { AuthoredDefinition } from '@app-platform/app-definition';

export type { AuthoredDefinition };

/** The app definition, typed: `export default defineApp({ app: 'loyalty', … })`. */
export function defineApp(definition: AuthoredDefinition): AuthoredDefinition {
  return definition;
}
