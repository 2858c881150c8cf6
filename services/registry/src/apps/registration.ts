import type { AppDefinition } from '@app-platform/app-definition';
import type { Warning } from '@app-platform/contracts';

export type Registration = {
  definition: AppDefinition;
  /** The definition as it was sent, which is stored. */
  definitionText: string;
  /** Problems of the definition that do not prevent its registration. */
  warnings: Warning[];
  /** With it the same registration may be sent again. */
  idempotencyKey?: string;
};
