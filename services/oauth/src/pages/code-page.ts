import { type RequestHandler, Router } from 'express';
import { CODE_PAGE_PATH } from '../endpoints/endpoint-paths.ts';
import type { FirstPartyRedirectUris } from '../provider/first-party-clients.ts';
import { errorTexts, texts } from '../rendering/page-texts.ts';
import { renderPage } from '../rendering/pages.ts';
import { wayBackToPlatform } from './way-back.ts';

export type CodePageDependencies = { firstPartyRedirectUris?: FirstPartyRedirectUris };

/** A code of this service, and a `state` of the command line. Whatever else a link contains is not shown. */
const CODE = /^[\w-]{43}$/;
const STATE = /^[\w-]{16,128}$/;

/**
 * The last page of a sign-in whose code a person copies into the command line (`apps login --code`). The code
 * comes in the address, as to each redirect URI, and is of use only with the verifier that the command line has.
 */
export function codePageRoutes({ firstPartyRedirectUris }: CodePageDependencies): Router {
  if (!firstPartyRedirectUris?.cli) return Router();
  const show: RequestHandler = ({ query }, response) => {
    const { code = '', state = '', error } = query;
    response.type('html');
    if (error !== undefined) {
      const link = wayBackToPlatform(firstPartyRedirectUris);
      response.send(renderPage('message', { ...texts.copiedCode.denied, link }));
    } else if (CODE.test(String(code)) && STATE.test(String(state))) {
      const { title } = texts.copiedCode.done;
      response.send(renderPage('copied-code', { title, code: `${code}.${state}` }));
    } else {
      const page = errorTexts.codeRefused('this address is not that of a sign-in');
      response.status(400).send(renderPage('error', page));
    }
  };
  return Router().get(CODE_PAGE_PATH, show);
}
