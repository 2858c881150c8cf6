import { type HTMLAttributes, type HTMLInputTypeAttribute, useId } from 'react';

type FieldProps = {
  label: string;
  hint?: string;
  /** What the platform says against the value. */
  faults?: readonly string[];
  type?: HTMLInputTypeAttribute;
  /** Which keyboard a phone shows. */
  inputMode?: HTMLAttributes<HTMLInputElement>['inputMode'];
  value: string;
  onChange: (value: string) => void;
  maxLength?: number;
  placeholder?: string;
  isRequired?: boolean;
  /** Values to choose from, or to replace by another. */
  suggestions?: readonly string[];
};

/** A text to type, with its label, a hint and its faults. */
export function Field({ label, hint, faults = [], suggestions, isRequired, ...input }: FieldProps) {
  const id = useId();
  const { onChange, type = 'text', ...rest } = input;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {hint && (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      <input
        {...rest}
        id={id}
        type={type}
        autoComplete="off"
        aria-required={isRequired}
        aria-invalid={faults.length > 0}
        aria-describedby={descriptionOf(id, hint, faults)}
        list={suggestions && `${id}-list`}
        onChange={(event) => onChange(event.target.value)}
      />
      {suggestions && (
        <datalist id={`${id}-list`}>
          {suggestions.map((value) => (
            <option key={value} value={value} />
          ))}
        </datalist>
      )}
      <FieldFaults id={`${id}-faults`} faults={faults} />
    </div>
  );
}

/** What the platform says against a field. It is read out when it appears. */
export function FieldFaults({ id, faults }: { id: string; faults: readonly string[] }) {
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
