import { homedir } from 'node:os';
import { join } from 'node:path';
import { refusedUsage } from './failure.ts';

export type Config = {
  /** From the environment; a profile supplies what is unset. */
  baseUrl: string | undefined;
  oauthUrl: string | undefined;
  apiKey: string | undefined;
  profilesFile: string;
};

/** @throws CommandFailure that names the invalid variable */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const { BASE_URL, OAUTH_URL, API_KEY } = environment;
  return {
    baseUrl: address('BASE_URL', BASE_URL),
    oauthUrl: address('OAUTH_URL', OAUTH_URL),
    apiKey: apiKey(API_KEY),
    profilesFile: join(configFolder(environment), 'app-platform', 'profiles.json'),
  };
}

const proxyVariables = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'];

/**
 * Whether the environment names a proxy.
 * @throws CommandFailure that names the invalid variable. Its value may hold a password.
 */
export function readUsesProxy(environment: NodeJS.ProcessEnv = process.env): boolean {
  const set = proxyVariables.filter((name) => environment[name]);
  for (const name of set) {
    if (isWebAddress(environment[name])) continue;
    throw refusedUsage(`${name} is no address. Write one like http://proxy.example.com:3128.`);
  }
  return set.length > 0;
}

/** The XDG base directory; on Windows its counterpart. */
function configFolder({ XDG_CONFIG_HOME, APPDATA, HOME }: NodeJS.ProcessEnv): string {
  return XDG_CONFIG_HOME || APPDATA || join(HOME || homeFolder(), '.config');
}

/** The root for a user without a home, such as one that a container only numbers: an API key needs no profile. */
function homeFolder(): string {
  try {
    return homedir() || '/';
  } catch {
    return '/';
  }
}

/** The value itself is not in the message, because it may be a secret. */
function apiKey(value: string | undefined): string | undefined {
  if (!value) return undefined;
  if (/^[\x21-\x7e]+$/.test(value)) return value;
  throw refusedUsage('API_KEY holds spaces or line breaks. Set it as it was shown.');
}

function address(name: string, value: string | undefined): string | undefined {
  if (!value) return undefined;
  if (isWebAddress(value)) return value.replace(/\/+$/, '');
  throw refusedUsage(`${name} is '${value}'. Write an address like https://registry.example.com.`);
}

function isWebAddress(value = ''): boolean {
  return /^https?:\/\//.test(value) && URL.canParse(value);
}

/** For a program that this one starts. */
export function childEnvironment(more: Record<string, string>): NodeJS.ProcessEnv {
  return { ...process.env, ...more };
}
