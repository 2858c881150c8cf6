import { join } from 'node:path';
import { Eta } from 'eta';

const eta = new Eta({
  views: join(import.meta.dirname, 'templates'),
  autoEscape: true,
  cache: true,
});

/** Templates by their names; each takes its data and gives HTML. */
export const templates = {
  home: template('home'),
  operation: template('operation'),
  page: template('page'),
  reference: template('reference'),
  schemas: template('schemas'),
};

function template(name: string) {
  return (data: object): string => eta.render(name, data);
}
