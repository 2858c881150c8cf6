import { describe, expect, it } from '@jest/globals';
import { readConfig } from './config.ts';

describe('the environment', () => {
  it('names the addresses and the folder of profiles', () => {
    const environment = {
      BASE_URL: 'https://registry.example.com/',
      OAUTH_URL: 'https://oauth.example.com',
      API_KEY: 'a-key',
      XDG_CONFIG_HOME: '/config',
    };
    expect(readConfig(environment)).toEqual({
      baseUrl: 'https://registry.example.com',
      oauthUrl: 'https://oauth.example.com',
      apiKey: 'a-key',
      profilesFile: '/config/app-platform/profiles.json',
    });
  });

  it('may be empty', () => {
    expect(readConfig({ HOME: '/home/a', BASE_URL: '', API_KEY: '' })).toEqual({
      baseUrl: undefined,
      oauthUrl: undefined,
      apiKey: undefined,
      profilesFile: '/home/a/.config/app-platform/profiles.json',
    });
  });

  it.each([
    [{ BASE_URL: 'registry.example.com' }, 'BASE_URL is'],
    [{ OAUTH_URL: 'https://' }, 'OAUTH_URL is'],
    [{ API_KEY: 'two words' }, 'API_KEY holds spaces'],
  ])('is refused with the name of the variable: %j', (environment, message) => {
    expect(() => readConfig(environment)).toThrow(message);
  });
});
