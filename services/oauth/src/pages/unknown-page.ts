import type { RequestHandler } from 'express';
import type { FirstPartyRedirectUris } from '../provider/first-party-clients.ts';
import { errorTexts } from '../rendering/page-texts.ts';
import { renderPage } from '../rendering/pages.ts';
import { wayBackToPlatform } from './way-back.ts';

/** Answers a path that nothing is served at: a page for browsers that open it, an error of RFC 6749 for programs. */
export function unknownPage(firstPartyRedirectUris?: FirstPartyRedirectUris): RequestHandler {
  return (request, response) => {
    response.status(404).vary('Accept');
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (isRead && request.accepts(['json', 'html']) === 'html') {
      const wayBack = wayBackToPlatform(firstPartyRedirectUris);
      response.type('html').send(renderPage('error', { ...errorTexts.unknownPage, wayBack }));
      return;
    }
    const description = `there is nothing at ${request.method} ${request.path}`;
    response.json({ error: errorTexts.unknownPage.code, error_description: description });
  };
}
