import type { InternalTokens } from './internal-caller.ts';

/** Environment variables with the credentials of the internal API. */
export type TokenVariables = {
  SERVICE_TOKEN: string;
  SECOND_SERVICE_TOKEN?: string;
  OPERATOR_TOKEN: string;
  SECOND_OPERATOR_TOKEN?: string;
};

const token = { type: 'string', minLength: 32 } as const;

/** The schema of those variables. */
export const tokenProperties = {
  SERVICE_TOKEN: token,
  SECOND_SERVICE_TOKEN: { ...token, nullable: true },
  OPERATOR_TOKEN: token,
  SECOND_OPERATOR_TOKEN: { ...token, nullable: true },
} as const;

export function internalTokensOf(values: TokenVariables): InternalTokens {
  return {
    serviceToken: values.SERVICE_TOKEN,
    secondServiceToken: values.SECOND_SERVICE_TOKEN,
    operatorToken: values.OPERATOR_TOKEN,
    secondOperatorToken: values.SECOND_OPERATOR_TOKEN,
  };
}

/** Faults of their combination: a service must not pass for the operator. */
export function tokenFaults(values: TokenVariables): string[] {
  const ofServices = [values.SERVICE_TOKEN, values.SECOND_SERVICE_TOKEN];
  const ofOperators = [values.OPERATOR_TOKEN, values.SECOND_OPERATOR_TOKEN];
  const isShared = ofServices.some((one) => one !== undefined && ofOperators.includes(one));
  return isShared ? ['SERVICE_TOKEN and OPERATOR_TOKEN must differ, the second ones too'] : [];
}
