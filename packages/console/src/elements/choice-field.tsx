import './choice-field.css';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useState } from 'react';
import {
  Button,
  ComboBox,
  FieldError,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Text,
} from 'react-aria-components';
import { elementTexts } from './texts.ts';

export type Choice = {
  id: string;
  text: string;
  /** In small print below. It is found too. */
  detail?: string | undefined;
};

type ChoiceFieldProps = {
  label: string;
  placeholder: string;
  faults?: readonly string[];
  choices: readonly Choice[];
  chosen: Choice | undefined;
  /** @param id undefined where the field was emptied */
  onChoose: (id: string | undefined) => void;
  /** For choices that are searched for elsewhere. */
  onType?: (text: string) => void;
};

/** More options than this are found by typing. */
const MOST_OPTIONS = 100;

/** A choice among many, found by a part of its words. The field never holds anything else than a choice. */
export function ChoiceField(props: ChoiceFieldProps) {
  const { label, placeholder, faults = [], choices, chosen, onChoose, onType } = props;
  const { held, typed, setTyped, hold, isFocused, setIsFocused } = useHeld(chosen);
  // React Aria would name the button by the field's label too, which then has two owners.
  const buttonName = useId();
  const fitting = optionsOf(choices, typed === held?.text ? '' : typed);
  // React Aria renders each option of a closed list too.
  const options = withHeld(isFocused ? fitting : [], held);
  const choose = (choice: Choice | undefined) => {
    hold(choice);
    if (choice?.id !== held?.id) onChoose(choice?.id);
  };
  const type = (text: string) => {
    setTyped(text);
    onType?.(text);
    if (text === '') choose(undefined);
  };
  const chooseFirst = (event: KeyboardEvent) => {
    const isOptionFocused = event.currentTarget.hasAttribute('aria-activedescendant');
    if (event.key !== 'Enter' || isOptionFocused || typed === held?.text || !fitting[0]) return;
    // React Aria would write into the field what was chosen before.
    event.stopPropagation();
    choose(fitting[0]);
  };
  return (
    <ComboBox
      className="field choice-field"
      items={options}
      value={held?.id ?? null}
      onChange={(id) => choose(options.find((one) => one.id === id))}
      onFocusChange={setIsFocused}
      inputValue={typed}
      onInputChange={type}
      isInvalid={faults.length > 0}
      allowsEmptyCollection
    >
      <Label>{label}</Label>
      <div className="choice-input">
        <Input placeholder={placeholder} onKeyDownCapture={chooseFirst} />
        <Button aria-labelledby={buttonName}>
          <span className="visually-hidden" id={buttonName}>
            {elementTexts.choices}
          </span>
          <span aria-hidden="true">▾</span>
        </Button>
      </div>
      <FieldError className="fault">{faults.join(' ')}</FieldError>
      <Popover className="choice-popover">
        <ListBox<Choice>
          className="choice-list"
          renderEmptyState={() => <p className="muted">{elementTexts.noChoice}</p>}
        >
          {({ id, text, detail }) => (
            <ListBoxItem id={id} textValue={text}>
              <Text slot="label">{text}</Text>
              {detail && (
                <Text slot="description" className="secondary">
                  {detail}
                </Text>
              )}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}

/** Those that contain each word. */
function optionsOf(choices: readonly Choice[], typed: string): Choice[] {
  const words = typed.toLocaleLowerCase().split(/\s+/);
  const fits = ({ text, detail = '' }: Choice) => {
    const whole = `${text} ${detail}`.toLocaleLowerCase();
    return words.every((word) => whole.includes(word));
  };
  return choices.filter(fits).slice(0, MOST_OPTIONS);
}

/** React Aria looks the chosen one up among the options. */
function withHeld(options: readonly Choice[], held: Choice | undefined): readonly Choice[] {
  if (!held || options.some(({ id }) => id === held.id)) return options;
  return [...options, held];
}

/**
 * The choice and the text of the field. They change at once, before the page has the choice: React Aria opens
 * its list for a text that changes alone.
 */
function useHeld(chosen: Choice | undefined) {
  const [held, setHeld] = useState(chosen);
  const [typed, setTyped] = useState(chosen?.text ?? '');
  const [isFocused, setIsFocused] = useState(false);
  const hold = (choice: Choice | undefined) => {
    setHeld(choice);
    setTyped(choice?.text ?? '');
  };
  const follow = useEffectEvent(() => {
    if (!isFocused || chosen?.id !== held?.id) hold(chosen);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page has another choice, or its text
  useEffect(() => follow(), [chosen?.id, chosen?.text]);
  return { held, typed, setTyped, hold, isFocused, setIsFocused };
}
