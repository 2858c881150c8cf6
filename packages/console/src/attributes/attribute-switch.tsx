import { roles } from '@app-platform/contracts';
import { Switch } from 'react-aria-components';
import { useCaller } from '../api/caller.ts';
import { RefusalNotice } from '../elements/refusal-notice.tsx';
import { attributeTexts } from '../texts/attributes.ts';
import { useChangeAttribute } from './change-attribute.ts';
import type { Attribute } from './queries.ts';

/** Whether the organization uses an attribute. It moves at once, and back where it is refused. */
export function AttributeSwitch({ attribute }: { attribute: Attribute }) {
  const caller = useCaller();
  const { mutate, variables, isPending, error } = useChangeAttribute(attribute);
  const { active, displayName } = attribute.attributes;
  const isOn = isPending ? (variables.active ?? active) : active;
  return (
    <>
      <Switch
        className="switch"
        aria-label={attributeTexts.use(displayName)}
        isSelected={isOn}
        isDisabled={!caller.holds(roles.apps)}
        onChange={(isSelected) => !isPending && mutate({ active: isSelected })}
      >
        <span className="switch-track" />
        <span aria-hidden="true">{isOn ? attributeTexts.on : attributeTexts.off}</span>
      </Switch>
      <RefusalNotice error={error} />
    </>
  );
}
