import {
  type ChangeEvent,
  type HTMLAttributes,
  type HTMLInputTypeAttribute,
  type ReactNode,
  useId,
} from 'react';

type FieldProps = {
  label: string;
  hint?: string;
  /** What the platform says against the value. */
  faults?: readonly string[];
  type?: HTMLInputTypeAttribute;
  /** Of a text with line breaks. */
  rows?: number;
  /** Which keyboard a phone shows. */
  inputMode?: HTMLAttributes<HTMLInputElement>['inputMode'];
  value: string;
  onChange: (value: string) => void;
  maxLength?: number;
  /** False for a text that is no prose. */
  spellCheck?: boolean;
  placeholder?: string;
  isRequired?: boolean;
};

/** A text to type, with its label, a hint and its faults. */
export function Field({ label, hint, faults = [], isRequired, ...input }: FieldProps) {
  const id = useId();
  const { onChange, type = 'text', ...rest } = input;
  const Input = rest.rows ? 'textarea' : 'input';
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {hint && (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      <Input
        {...rest}
        {...(!rest.rows && { type })}
        id={id}
        autoComplete="off"
        aria-required={isRequired}
        aria-invalid={faults.length > 0}
        aria-describedby={descriptionOf(id, hint, faults)}
        onChange={(event: ChangeEvent<HTMLInputElement & HTMLTextAreaElement>) =>
          onChange(event.target.value)
        }
      />
      <FieldFaults id={`${id}-faults`} faults={faults} />
    </div>
  );
}

/** What the platform says against a field. It is read out when it appears. */
function FieldFaults({ id, faults }: { id: string; faults: readonly string[] }) {
  return (
    <div id={id} role="alert">
      {faults.map((fault) => (
        <p className="fault" key={fault}>
          {fault}
        </p>
      ))}
    </div>
  );
}

function descriptionOf(id: string, hint: string | undefined, faults: readonly string[]) {
  const ids = [hint && `${id}-hint`, faults.length > 0 && `${id}-faults`].filter(Boolean);
  return ids.length > 0 ? ids.join(' ') : undefined;
}

type SelectProps<Value extends string> = {
  label: string;
  value: Value;
  options: readonly (readonly [value: Value, text: string])[];
  onChange: (value: Value) => void;
};

/** A choice of one of a few values. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, value, options, onChange } = props;
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.target.value as Value)}>
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

type CheckListProps<Value extends string> = {
  legend: string;
  values: readonly Value[];
  labelOf: (value: Value) => ReactNode;
  /** In small print below. */
  noteOf?: (value: Value) => ReactNode;
  chosen: readonly Value[];
  /** Whether a chosen value includes this one, which is ticked and cannot be changed. */
  isIncluded?: (value: Value) => boolean;
  onChange: (chosen: Value[]) => void;
  faults?: readonly string[];
};

/** Any number of a few values. */
export function CheckList<Value extends string>(props: CheckListProps<Value>) {
  const { legend, values, labelOf, noteOf, chosen, isIncluded, onChange, faults = [] } = props;
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
            checked={chosen.includes(value) || isIncluded?.(value) === true}
            disabled={isIncluded?.(value) === true}
            onChange={(event) => toggle(value, event.target.checked)}
          />
          <span>
            {labelOf(value)}
            <code className="secondary">{value}</code>
            {noteOf && <span className="secondary">{noteOf(value)}</span>}
          </span>
        </label>
      ))}
      <FieldFaults id={`${id}-faults`} faults={faults} />
    </fieldset>
  );
}
