import {
  InstallationRequestMail,
  InstallationRequestMailResponse,
  organizationIdSchema,
} from '@app-platform/contracts';
import { defineInternalRoute, internalRoles, parameter } from '@app-platform/http-api';
import type { RequestMails } from './request-mails.ts';

export type RequestMailDependencies = {
  /** Left out where no mail server is configured. */
  requestMails?: Pick<RequestMails, 'send'> | undefined;
};

/** For the registry, where users request apps to be installed. */
export function installationRequestMailRoute({ requestMails }: RequestMailDependencies) {
  return defineInternalRoute({
    method: 'post',
    path: '/internal/organizations/{organizationId}/installation-request-mails',
    operationId: 'mailInstallationRequest',
    summary: "Mail an organization's administrators that a user requests an app",
    description: 'The mails follow in the background, unless the organization wants none.',
    changesNothing: true,
    access: { all: [internalRoles.service] },
    parameters: [
      parameter('organizationId', 'path', organizationIdSchema, "The organization's id."),
    ],
    body: InstallationRequestMail,
    responses: { 200: { description: 'Accepted.', schema: InstallationRequestMailResponse } },
    handle: async ({ parameters: { organizationId }, body }) => {
      requestMails?.send({ ...body, organizationId, kind: 'installation' });
      return { status: 200, body: { accepted: requestMails !== undefined } };
    },
  });
}
