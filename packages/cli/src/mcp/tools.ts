import { definitionInFolder } from './definition-in-folder.ts';

/** A tool that runs a command, so that its answer is the one of `apps … --json`. */
export type CommandTool = {
  name: string;
  title: string;
  description: string;
  /** JSON Schemas of the parameters. */
  properties: Record<string, { type: 'string' | 'boolean'; description: string }>;
  required: string[];
  changes?: true;
  /** The words of the command. What the assistant gives follows `=` or `--`, so that none of it is an option. */
  command(input: Input): Promise<string[]> | string[];
};

export type Input = Record<string, string | boolean | undefined>;

const file = {
  type: 'string',
  description: 'The definition in JSON, below the working directory, such as app.json.',
} as const;
const app = { type: 'string', description: "The app's name." } as const;
const text = (description: string) => ({ type: 'string', description }) as const;
const flag = (description: string) => ({ type: 'boolean', description }) as const;

/** @param write whether files may be changed */
export function commandTools(folder: string, write: boolean): CommandTool[] {
  const fileOf = (input: Input) => definitionInFolder(folder, String(input.file));
  return [
    {
      name: 'validate_file',
      title: 'Validate a file',
      description: 'Says whether a definition can be registered: each error with its line.',
      properties: {
        file,
        remote: flag('Let the registry check too: names, and the version that the changes need.'),
      },
      required: ['file'],
      command: async (input) => [
        'validate',
        ...(input.remote ? ['--remote'] : []),
        ...['--', await fileOf(input)],
      ],
    },
    {
      name: 'lint_file',
      title: 'Lint a file',
      description: `Finds likely mistakes of a definition, with corrections: \`fix\` is a JSON Patch. ${
        write ? 'Carries the corrections out on demand.' : 'Changes nothing.'
      } search_docs with the name of a rule says why it is there.`,
      properties: { file, ...(write && { fix: flag('Carry the corrections out in the file.') }) },
      required: ['file'],
      ...(write && { changes: true }),
      command: async (input) => [
        'validate',
        ...(write && input.fix ? ['--fix'] : []),
        ...['--', await fileOf(input)],
      ],
    },
    {
      name: 'plan',
      title: 'Plan a change',
      description:
        'Shows what installing, upgrading or uninstalling an app would do. Changes nothing.',
      properties: {
        app,
        to: text('A version; the current one without it.'),
        uninstall: flag('Plan the uninstallation.'),
        withDependencies: flag('Plan to install the missing dependencies too.'),
      },
      required: ['app'],
      command: (input) => [
        'plan',
        ...option('to', input.to),
        ...(input.uninstall ? ['--uninstall'] : []),
        ...(input.withDependencies ? ['--with-dependencies'] : []),
        ...['--', String(input.app)],
      ],
    },
    {
      name: 'diff',
      title: 'Compare versions',
      description: 'Lists what differs between two registered versions of an app.',
      properties: {
        app,
        from: text('A version; the one before the other without it.'),
        to: text('A version; the current one without it.'),
      },
      required: ['app'],
      command: (input) => [
        'diff',
        ...option('from', input.from),
        ...option('to', input.to),
        ...['--', String(input.app)],
      ],
    },
    {
      name: 'doctor',
      title: 'Diagnose a sign-in',
      description: 'Says why an authorization or token request of an app fails.',
      properties: {
        request: text(
          'The address that the browser was sent to, or the form of a token request without secrets.',
        ),
        organization: text("The id of the user's organization; the own one without it."),
        user: text('Email address or id of a user of the own organization.'),
      },
      required: ['request'],
      command: (input) => [
        'doctor',
        ...option('organization', input.organization),
        ...option('user', input.user),
        ...['--', String(input.request)],
      ],
    },
  ];
}

function option(name: string, value: string | boolean | undefined): string[] {
  return typeof value === 'string' && value !== '' ? [`--${name}=${value}`] : [];
}
