import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Browser } from '@app-platform/testing/http/browser';
import { HostileBrowser } from '@app-platform/testing/http/hostile-browser';
import { RunningProcess } from '@app-platform/testing/processes/run-process';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { enterCode } from '../platform/device-sign-in.ts';
import { PASSWORD } from '../platform/external-app.ts';
import type { PlatformAddresses } from '../platform/platform.ts';
import { packCommandLine } from './packed-packages.ts';

const run = promisify(execFile);

export type Envelope = {
  code: number | null;
  ok: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: each command has data of its own
  data: any;
  errors: {
    code: string;
    detail: string;
    pointer: string | null;
    line: number | null;
    column: number | null;
  }[];
};

/** The packed command line of app developers, unpacked beside nothing else. */
export class AppsCommandLine {
  readonly tarball: string;
  readonly folder: string;
  readonly program: string;
  readonly #environment: Record<string, string>;

  private constructor(
    folder: string,
    tarball: string,
    program: string,
    environment: Record<string, string>,
  ) {
    this.folder = folder;
    this.tarball = tarball;
    this.program = program;
    this.#environment = environment;
  }

  /** @param folder holds the tarball, the profiles, and the files of the developer */
  static async unpack(
    folder: string,
    { baseUrl, oauthUrl }: Pick<PlatformAddresses, 'baseUrl' | 'oauthUrl'>,
    environment: Record<string, string> = {},
  ): Promise<AppsCommandLine> {
    const tarball = await packCommandLine(folder);
    await mkdir(join(folder, 'unpacked'));
    await run('tar', ['-xzf', tarball, '-C', join(folder, 'unpacked')]);
    const program = join(folder, 'unpacked/package/bin/apps.mjs');
    return new AppsCommandLine(folder, tarball, program, {
      XDG_CONFIG_HOME: join(folder, 'config'),
      BASE_URL: baseUrl,
      OAUTH_URL: oauthUrl,
      ...environment,
    });
  }

  /** The same, as in a pipeline. */
  withApiKey(key: string): AppsCommandLine {
    const environment = { ...this.#environment, API_KEY: key };
    return new AppsCommandLine(this.folder, this.tarball, this.program, environment);
  }

  /** The same, in another folder. */
  in(folder: string): AppsCommandLine {
    return new AppsCommandLine(folder, this.tarball, this.program, this.#environment);
  }

  start(args: string[], environment: Record<string, string> = {}): RunningProcess {
    return new RunningProcess(
      [this.program, ...args],
      { ...this.#environment, ...environment },
      { cwd: this.folder },
    );
  }

  /** Runs a command with `--json`. Fails where standard output is anything but one envelope. */
  async json(...args: string[]): Promise<Envelope> {
    const { code, stdout } = await this.start([...args, '--json']).finished();
    return { code, ...JSON.parse(stdout) };
  }

  /** Runs a command for people. Fails where it fails. */
  async text(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await this.start(args).finished();
    if (code !== 0) throw new Error(`apps ${args.join(' ')} exited with ${code}: ${stderr}`);
    return stdout;
  }

  /** Starts `apps mcp`. @returns an assistant that is connected to it */
  async connectAssistant(...args: string[]): Promise<Client> {
    const client = new Client({ name: 'test', version: '1.0.0' });
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [this.program, 'mcp', ...args],
        env: this.#environment,
        cwd: this.folder,
      }),
    );
    return client;
  }

  /** Signs in as a user, who enters the code that is printed in a browser elsewhere. */
  async signInByDevice(email: string, decision: 'allow' | 'deny', ...args: string[]) {
    const login = this.start(['login', '--device', ...args]);
    await login.says('user_code=', 'stderr');
    const verification_uri = /^http\S+$/m.exec(login.stderr)?.[0] ?? '';
    const user_code = /^[A-Z]{4}-[A-Z]{4}$/m.exec(login.stderr)?.[0] ?? '';
    const browser = new HostileBrowser();
    const page = await enterCode({ verification_uri, user_code }, email, browser);
    await browser.submit(page, { decision });
    return login.finished();
  }

  /** Signs in as a user, who copies the code of the last page of a browser elsewhere. */
  async signInByCode(email: string, copied = (code: string) => code, ...args: string[]) {
    const login = this.start(['login', '--code', ...args]);
    await login.says('code_challenge_method=S256\n', 'stderr');
    const address = /^http\S+$/m.exec(login.stderr)?.[0] ?? '';
    const browser = new Browser();
    const page = await browser.open(address, address);
    const decision = await browser.submit(page, { email, password: PASSWORD });
    const last = await browser.submit(decision, { decision: 'allow' });
    login.child.stdin?.end(`${copied(/<code[^>]*>([^<]+)<\/code>/.exec(last.html)?.[1] ?? '')}\n`);
    return { last, finished: await login.finished() };
  }

  /** Signs in as a user, whose browser opens the address that is printed, and who allows the program. */
  async signIn(email: string, ...args: string[]) {
    const login = this.start(['login', ...args]);
    await login.says('code_challenge_method=S256\n', 'stderr');
    const address = /^http\S+$/m.exec(login.stderr)?.[0] ?? '';
    const arrived = await allowProgram(address, email);
    return { arrived, finished: await login.finished() };
  }
}

/** Signs in at an address that the command line prints, and allows the program. @returns its last page */
export async function allowProgram(address: string, email: string) {
  const redirectUri = new URL(address).searchParams.get('redirect_uri') ?? '';
  const browser = new Browser({ alsoOn: [redirectUri] });
  const page = await browser.open(address, address);
  const decision = await browser.submit(page, { email, password: PASSWORD });
  return browser.submit(decision, { decision: 'allow' });
}
