import { roles } from '@app-platform/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCaller } from '../api/caller.ts';
import { foundAppsQuery, installationsQuery } from '../directory/queries.ts';
import { type Choice, ChoiceField } from '../elements/choice-field.tsx';
import { useDebounced } from '../elements/use-debounced.ts';
import { auditTexts } from './texts.ts';

type AppChoiceProps = {
  /** The name of an app. */
  chosen: string | undefined;
  faults: readonly string[];
  onChoose: (name: string | undefined) => void;
};

/** Either is enough. */
const readingRoles = [roles.apps, roles.appPermissions];

/** The app of the events: an installed one, or one of the directory, by its title. */
export function AppChoice({ chosen: name, faults, onChoose }: AppChoiceProps) {
  const [typed, setTyped] = useState('');
  const caller = useCaller();
  const isReader = readingRoles.some((role) => caller.holds(role));
  const choices = useApps(useDebounced(typed), isReader);
  const chosen =
    choices.find(({ id }) => id === name) ?? (name ? { id: name, text: name } : undefined);
  return (
    <div>
      <ChoiceField
        label={auditTexts.app}
        placeholder={auditTexts.appHint}
        choices={choices}
        chosen={chosen}
        onChoose={onChoose}
        onType={setTyped}
        faults={faults}
      />
      {!isReader && <p className="hint">{auditTexts.appHidden(readingRoles)}</p>}
    </div>
  );
}

function useApps(typed: string, isReader: boolean): Choice[] {
  const installed = useQuery({ ...installationsQuery, enabled: isReader }).data ?? [];
  const found =
    useQuery({ ...foundAppsQuery(typed), enabled: isReader && typed !== '' }).data ?? [];
  const apps = [...installed, ...found.map(({ attributes }) => attributes)];
  const choices = apps.map(({ name, title }) => ({ id: name, text: title, detail: name }));
  return [...new Map(choices.map((one) => [one.id, one])).values()];
}
