/** The errors of this program itself, with what they mean. `docs/cli.md` has them too. */
export const ownErrors = {
  usage: 'the command was called wrongly',
  missing_file: 'there is no such file, or no definition in the folder',
  ambiguous_file: 'the folder has several definitions: name one of them',
  unreadable_file: 'the system refuses to read the file',
  file_exists: 'a file that would be written exists: nothing was written',
  file_system: 'the system refuses to read or write a file or folder',
  invalid_module: 'a TypeScript definition throws, or exports no JSON',
  invalid_package: 'the `package.json` of an app is not JSON, or cannot be read',
  not_json: 'the command needs a definition in JSON',
  outside_folder: 'an assistant named a file outside the folder of `apps mcp`',
  no_documentation: 'the registry does not serve its documentation',
  unreadable_profiles: 'the file of profiles is not as `apps login` writes it',
  not_signed_in: 'nobody is signed in, or the sign-in ended',
  no_device_sign_in: 'the platform has no sign-in by a code that is entered elsewhere',
  no_refresh_token: 'the sign-in gave no refresh token, so it cannot be kept',
  unreachable: 'the platform, or the proxy before it, does not answer',
  unexpected_answer: 'something other than the platform answered',
  unexpected: 'a mistake of this program',
} as const;

export type OwnError = keyof typeof ownErrors;
