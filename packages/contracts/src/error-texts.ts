export { oauthErrors } from './oauth-errors.ts';
export { problemAdvice } from './problem-advice.ts';
export { problemCodes } from './problem-kinds.ts';
