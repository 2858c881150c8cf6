import { expect, it } from '@jest/globals';
import express from 'express';
import supertest from 'supertest';
import { documentationRoutes } from './routes.ts';

it.each(['/openapi.json', '/docs', '/docs/style.css'])(
  '%s is sent from the same bytes each time',
  async (path) => {
    const sent: unknown[] = [];
    const app = express().use((_request, response, next) => {
      const end = response.end.bind(response);
      response.end = (chunk?: unknown) => {
        sent.push(chunk);
        return end(chunk);
      };
      next();
    }, documentationRoutes([]));
    await supertest(app).get(path).expect(200);
    await supertest(app).get(path).expect(200);
    expect(sent[0]).toBeInstanceOf(Uint8Array);
    expect(sent[1]).toBe(sent[0]);
  },
);
