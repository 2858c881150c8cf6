import { randomUUID } from 'node:crypto';

/** What identifies a process in its log lines, metrics and spans. */
export type ProcessIdentity = {
  service: string;
  /** Of the release. */
  version: string;
  /** The commit that the image was built from. */
  revision: string;
  /** Of this process among the replicas of the service. */
  instance: string;
};

/** @param environment of which an image sets `REVISION`, and Kubernetes `HOSTNAME` to the pod's name */
export function processIdentity(
  service: string,
  version: string,
  { HOSTNAME, REVISION }: Record<string, string | undefined>,
): ProcessIdentity {
  return {
    service,
    version,
    revision: REVISION || 'unknown',
    instance: HOSTNAME || randomUUID(),
  };
}
