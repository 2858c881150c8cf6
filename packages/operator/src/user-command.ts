import type {
  CreateAccountRequest,
  CreatedAccount,
  PasswordLinkRecord,
  UserChange,
  UserRecord,
} from '@app-platform/contracts';
import { Command } from 'commander';
import type { InternalClient, ProgramDependencies } from './internal-client.ts';

const PATH = '/internal/users';
const JSON_FLAG = ['--json', 'print one line of JSON'] as const;
const PAGE_SIZE = 100;

type Json = { json?: true };
/** `organization` is needed where several have a user with the address. */
type OfUser = Json & { organization?: string };
type UserResponse = { data: UserData };
type UserData = { id: string; attributes: Omit<UserRecord, 'id'> };
type UserPage = { data: UserData[]; meta: { page: { after: string | null } } };

/** Creates users, changes their roles and passwords, and ends their access. */
export function userCommand(dependencies: ProgramDependencies): Command {
  return new Command('user')
    .description('Users. USER is an id or an email address.')
    .addCommand(create(dependencies))
    .addCommand(invite(dependencies))
    .addCommand(list(dependencies))
    .addCommand(show(dependencies))
    .addCommand(roles(dependencies))
    .addCommand(password(dependencies))
    .addCommand(action(dependencies, 'disable', 'Disable a user, which ends all access.'))
    .addCommand(action(dependencies, 'enable', 'Let a disabled user sign in again.'))
    .addCommand(
      action(
        dependencies,
        'end-sessions',
        'Sign a user out of all browsers, the console and the command line.',
      ),
    )
    .addCommand(remove(dependencies));
}

type CreateOptions = Json & {
  organization: string;
  email: string;
  name?: string;
  password?: string;
  upstreamSubject?: string;
  role: string[];
};

function newUserCommand(name: string): Command {
  return new Command(name)
    .requiredOption('--organization <id>', 'the organization')
    .requiredOption('--email <email>', 'the email address')
    .option('--name <name>', 'the name of the user')
    .requiredOption('--role <role>', 'a role that the user has; repeat for more', collect)
    .option(...JSON_FLAG);
}

function create({ oauth, print }: ProgramDependencies): Command {
  return newUserCommand('create')
    .description(
      'Create a user, who signs in with email address and password or at the upstream provider.',
    )
    .option('--password <password>', 'at least 8 characters')
    .option(
      '--upstream-subject <subject>',
      'instead of a password: the `sub` of the user at the upstream provider',
    )
    .action(async ({ organization, email, role, json, ...credential }: CreateOptions) => {
      const client = await oauth();
      const request: CreateAccountRequest = {
        organizationId: organization,
        email,
        ...credential,
        roles: role,
      };
      const { id } = await client.call<CreatedAccount>('POST', '/internal/accounts', request);
      print(json ? JSON.stringify({ id }) : `Created the user ${email}: ${id}`);
    });
}

function invite({ oauth, print }: ProgramDependencies): Command {
  return newUserCommand('invite')
    .description('Create a user, who sets a password by a link that is valid for 72 hours.')
    .action(async ({ organization, email, name, role, json }: CreateOptions) => {
      const client = await oauth();
      const request = {
        ...{ organizationId: organization, email, roles: role },
        ...(name !== undefined && { name }),
      };
      type Invited = UserResponse & { meta: { passwordLink: PasswordLinkRecord } };
      const { data, meta } = await client.call<Invited>('POST', PATH, request);
      const { passwordLink: link } = meta;
      print(json ? JSON.stringify({ id: data.id, link }) : `${data.id} ${email}\n${say(link)}`);
    });
}

function list({ oauth, print }: ProgramDependencies): Command {
  return new Command('list')
    .description("List an organization's users.")
    .requiredOption('--organization <id>', 'the organization')
    .option('--query <text>', 'a part of the email address')
    .option(...JSON_FLAG)
    .action(
      async ({ organization, query, json }: Json & { organization: string; query?: string }) => {
        const users = await listAll(await oauth(), {
          organizationId: organization,
          ...(query !== undefined && { query }),
        });
        const lines = users.map(describe).join('\n') || 'There is no such user.';
        print(json ? JSON.stringify({ users: users.map(recordOf) }) : lines);
      },
    );
}

/** Reads all pages. */
async function listAll(client: InternalClient, filter: Record<string, string>) {
  const users: UserData[] = [];
  let after: string | null = '';
  while (after !== null) {
    const query = new URLSearchParams({ ...filter, 'page[size]': String(PAGE_SIZE) });
    if (after) query.set('page[after]', after);
    const page: UserPage = await client.call('GET', `${PATH}?${query}`);
    users.push(...page.data);
    after = page.meta.page.after;
  }
  return users;
}

function show({ oauth, print }: ProgramDependencies): Command {
  return ofUser('show', 'Show a user.').action(async (user: string, options: OfUser) => {
    const client = await oauth();
    const { json } = options;
    const { data } = await client.call<UserResponse>('GET', await pathOf(client, user, options));
    print(json ? JSON.stringify(recordOf(data)) : describe(data));
  });
}

function roles(dependencies: ProgramDependencies): Command {
  return ofUser(
    'roles',
    'Replace the roles of a user. A removed role ends the access tokens that have it.',
  )
    .requiredOption(
      '--role <role>',
      'a role that the user has from now on; repeat for more',
      collect,
    )
    .action((user: string, { role, ...options }: OfUser & { role: string[] }) =>
      change(dependencies, user, { roles: role }, options),
    );
}

type PasswordOptions = OfUser & { password?: string; resetLink?: true };

function password(dependencies: ProgramDependencies): Command {
  const { oauth, print } = dependencies;
  return ofUser('password', 'Set a password, which ends all access, or create a link to set one.')
    .option('--password <password>', 'at least 8 characters')
    .option('--reset-link', 'create a link, by which the user sets a password once')
    .action(async (user: string, options: PasswordOptions) => {
      const { password: chosen, resetLink, json } = options;
      if ((chosen === undefined) === (resetLink === undefined)) {
        throw new Error('Give either --password or --reset-link.');
      }
      if (chosen !== undefined) return change(dependencies, user, { password: chosen }, options);
      const client = await oauth();
      const path = `${await pathOf(client, user, options)}/reset-link`;
      const { data } = await client.call<{ data: PasswordLinkRecord }>('POST', path, {});
      print(json ? JSON.stringify(data) : say(data));
    });
}

async function change(
  { oauth, print }: ProgramDependencies,
  user: string,
  request: UserChange,
  options: OfUser,
): Promise<void> {
  const client = await oauth();
  const path = await pathOf(client, user, options);
  const { data } = await client.call<UserResponse>('PATCH', path, request);
  print(options.json ? JSON.stringify(recordOf(data)) : describe(data));
}

function action({ oauth, print }: ProgramDependencies, name: string, description: string) {
  return ofUser(name, description).action(async (user: string, options: OfUser) => {
    const client = await oauth();
    const { json } = options;
    const path = `${await pathOf(client, user, options)}/${name}`;
    const { data } = await client.call<UserResponse>('POST', path, {});
    print(json ? JSON.stringify(recordOf(data)) : describe(data));
  });
}

function remove({ oauth, print }: ProgramDependencies): Command {
  return ofUser('delete', 'Delete a user, and all that they have.').action(
    async (user: string, options: OfUser) => {
      const client = await oauth();
      const { json } = options;
      const path = await pathOf(client, user, options);
      const { data } = await client.call<UserResponse>('GET', path);
      await client.call<undefined>('DELETE', path);
      print(json ? JSON.stringify(recordOf(data)) : `Deleted ${data.attributes.email}`);
    },
  );
}

function ofUser(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .argument('<user>', 'the id or the email address')
    .option('--organization <id>', 'the organization, where several have a user with the address')
    .option(...JSON_FLAG);
}

/** The path of a user, whose id is looked up by the email address. */
async function pathOf(
  client: InternalClient,
  user: string,
  { organization }: OfUser,
): Promise<string> {
  if (!user.includes('@')) return `${PATH}/${encodeURIComponent(user)}`;
  const found = await listAll(client, {
    email: user,
    ...(organization !== undefined && { organizationId: organization }),
  });
  const [first, ...others] = found;
  if (!first) throw new Error(`No user has the email address ${user}. Try: operator user list`);
  if (others.length === 0) return `${PATH}/${first.id}`;
  const choices = found.map(({ attributes }) => `--organization ${attributes.organizationId}`);
  throw new Error(
    [`Users of several organizations have the email address ${user}. Add one of:`, ...choices].join(
      '\n  ',
    ),
  );
}

function recordOf({ id, attributes }: UserData): UserRecord {
  return { id, ...attributes };
}

function describe({ id, attributes }: UserData): string {
  const { email, status, roles: held } = attributes;
  return `${id}  ${email}  ${status}  ${held.join(' ') || 'no roles'}`;
}

function say({ url, expiresAt, mailed }: PasswordLinkRecord): string {
  const sent = mailed ? 'It was mailed to the user.' : 'Hand it to the user: it was not mailed.';
  return `A link to set a password, once, until ${expiresAt}. ${sent}\n${url}`;
}

function collect(value: string, previous: string[] = []): string[] {
  return [...previous, value];
}
