import { nameSkeleton } from '@app-platform/app-definition';
import { firstPartyClients, type Problem } from '@app-platform/contracts';
import { matchingSkeletons } from '../reserved-names/reserved-name-store.ts';
import type { PublicName, PublicNameStore } from './public-name-store.ts';
import {
  ConcurrentRegistrationError,
  nameConfusable,
  nameOfOwnClient,
  nameReserved,
  nameTaken,
  publisherNotVerified,
} from './registration-problems.ts';

/** Whose apps may be public: `PUBLIC_APPS`. */
export type PublicApps = 'anyone' | 'verified';

/**
 * Claims the name of a new public app. Only the first version of an app is checked.
 * @returns why the organization may not publish an app under this name
 */
export async function publicNameProblems(
  { publicNames }: { publicNames: PublicNameStore },
  app: PublicName,
  publicApps: PublicApps,
): Promise<Problem[]> {
  const { name, organizationId } = app;
  // Sent together, with the claim of the identifier before them.
  const [holder, reservation, isVerified] = await Promise.all([
    publicNames.claim(nameSkeleton(name), { name, organizationId }),
    publicNames.findReservation(matchingSkeletons(name)),
    publicApps === 'anyone' || publicNames.isVerified(organizationId),
  ]);
  const problems: Problem[] = [];
  if (!isVerified) problems.push(publisherNotVerified());
  const skeleton = nameSkeleton(name);
  const ownClient = firstPartyClients.find((one) => nameSkeleton(one) === skeleton);
  if (ownClient) problems.push(nameOfOwnClient(name, ownClient));
  if (reservation && reservation.organizationId !== organizationId) {
    problems.push(nameReserved(name, reservation.pattern));
  }
  if (holder.organizationId !== organizationId) {
    if (holder.name === name) throw new ConcurrentRegistrationError(nameTaken(name));
    problems.push(nameConfusable(name, holder.name));
  }
  return problems;
}
