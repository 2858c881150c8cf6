import { directoryTexts } from '../texts/directory.ts';

type Owner = { name: string; verified: boolean };

/** The organization that registered an app, and whether the operator has verified it. */
export function OwnerLine({ organization }: { organization: Owner }) {
  return (
    <p className="muted owner-line">
      {directoryTexts.by(organization.name)}{' '}
      {organization.verified && <span className="badge good">{directoryTexts.verified}</span>}
    </p>
  );
}
