import { schemas } from '@app-platform/http-api';
import { consentPolicies } from './settings-store.ts';

export const consentPolicySchema = {
  enum: [...consentPolicies],
  description:
    'Who consents to an app: each `user`, or an `administrator`, whom users ask. What was granted before stays.',
};

const { answer, record } = schemas;

export const organizationSchemas: Record<string, object> = {
  Organization: record('organization', { consentPolicy: consentPolicySchema }),
  OrganizationAnswer: answer('Organization'),
};
