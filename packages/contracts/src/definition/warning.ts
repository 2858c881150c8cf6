import type { Problem } from '../problem.ts';
import { pointer } from './pointer.ts';

/** What can be suspicious about a definition, and whether the component can work all the same. */
const warningKinds = {
  unexpected_shape: { title: 'A component has an unusual shape', blocksInstallation: false },
  unparseable_url: { title: 'A URL does not parse', blocksInstallation: false },
  unreachable_component: { title: "A component's URL does not parse", blocksInstallation: true },
  unknown_action: { title: 'A workflow step names a missing action', blocksInstallation: true },
  undeclared_setting: { title: 'A setting is not declared', blocksInstallation: false },
  setting_default_type: { title: 'A default value is of another type', blocksInstallation: false },
  missing_translation: { title: 'A translation is missing', blocksInstallation: false },
} as const;

/** A problem that does not stand in the way of registering; `meta` tells whether it does of installing. */
export function warning(
  code: keyof typeof warningKinds,
  detail: string,
  ...path: (string | number)[]
): Problem {
  const { title, blocksInstallation } = warningKinds[code];
  const source = { pointer: pointer(...path) };
  return { status: 400, code, title, detail, source, meta: { blocksInstallation } };
}
