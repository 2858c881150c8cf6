import express, { type RequestHandler } from 'express';
import { errorTexts } from './page-texts.ts';
import { renderPage } from './pages.ts';

const parse = express.urlencoded({ extended: false, limit: 16_384, parameterLimit: 10 });

/** Reads the form of a page. A body that cannot be read is a 4xx page. */
export const formBody: RequestHandler = (request, response, next) => {
  parse(request, response, (error?: { status?: unknown }) => {
    const status = Number(error?.status);
    if (!(status >= 400 && status < 500)) return next(error);
    const html = renderPage('error', errorTexts.unreadableForm);
    response.status(status).type('html').send(html);
  });
};
