/** How many deliveries a replica sends at once, in the places of one kind. */
export type Places = {
  /** Whether they are for receivers that were slow lately, or for all others. */
  isSlow: boolean;
  most: number;
  mostOfOrganization: bigint;
};

const shared: Places = { isSlow: false, most: 32, mostOfOrganization: 8n };
/** Where all shared places are taken, an organization that has none of them gets one here. */
const reserved: Places = { isSlow: false, most: 64, mostOfOrganization: 1n };
const slow: Places = { isSlow: true, most: 8, mostOfOrganization: 1n };

/** The places that may be free. @param running how many deliveries are sent to receivers of each kind */
export function freePlaces(running: { slow: number; others: number }): Places[] {
  const forOthers = running.others < shared.most ? shared : reserved;
  return [
    ...(running.others < forOthers.most ? [forOthers] : []),
    ...(running.slow < slow.most ? [slow] : []),
  ];
}
