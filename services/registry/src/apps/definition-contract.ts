import { validateDefinition } from '@app-platform/app-definition';
import type { BodyContract } from '@app-platform/http-api';
import type { Registration } from './registration.ts';

/** A body that is an app definition. */
export const definitionContract: BodyContract<Registration> = {
  schema: 'AppDefinition',
  parse: (body, definitionText) => {
    const result = validateDefinition(body);
    if (!result.ok) return { ok: false, problems: result.errors };
    const { definition, warnings } = result;
    return { ok: true, value: { definition, definitionText, warnings } };
  },
};
