import type { Increment } from '@app-platform/app-definition';
import { choice, component, list, text, textOrNull } from '@app-platform/http-api/schemas';
import { Type } from '@sinclair/typebox';

export const increments = ['major', 'minor', 'patch'] as const satisfies readonly Increment[];

/** A component that differs between two definitions. */
export const ComponentChange = component(
  'ComponentChange',
  Type.Object({
    component: text('The property of the definition; `attributes` for those of standard Klasses.'),
    name: textOrNull('Of the component; null where the property is one component.'),
    change: choice(['added', 'changed', 'removed'], 'What happened to it.'),
    pointer: text('Into the later definition; into the earlier one for a component removed.'),
    increment: choice(increments, 'What the change alone requires.'),
    members: Type.Optional(
      list(Type.String(), 'The members that differ, of a component that changed.'),
    ),
    before: Type.Optional(
      text('The name before, of an attribute whose type changed with its name.'),
    ),
  }),
);
