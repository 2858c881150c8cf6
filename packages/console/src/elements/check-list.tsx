import { type ReactNode, useId } from 'react';
import { FieldFaults } from './field.tsx';

type CheckListProps<Value extends string> = {
  legend: string;
  values: readonly Value[];
  labelOf: (value: Value) => ReactNode;
  chosen: readonly Value[];
  onChange: (chosen: Value[]) => void;
  faults?: readonly string[];
};

/** Any number of a few values. */
export function CheckList<Value extends string>(props: CheckListProps<Value>) {
  const { legend, values, labelOf, chosen, onChange, faults = [] } = props;
  const id = useId();
  const toggle = (value: Value, isChosen: boolean) => {
    const others = chosen.filter((one) => one !== value);
    onChange(isChosen ? [...others, value] : others);
  };
  return (
    <fieldset className="check-list" aria-describedby={`${id}-faults`}>
      <legend>{legend}</legend>
      {values.map((value) => (
        <label className="check" key={value}>
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={(event) => toggle(value, event.target.checked)}
          />
          <span>
            {labelOf(value)}
            <code className="secondary">{value}</code>
          </span>
        </label>
      ))}
      <FieldFaults id={`${id}-faults`} faults={faults} />
    </fieldset>
  );
}
