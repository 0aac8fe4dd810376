import type { Entity } from '#src/core/entity.ts';
import { mayLink } from '#src/core/href.ts';
import type { Config } from '../config.ts';
import { officeDay } from '../database/office-day.ts';
import type { Database } from '../database/open-database.ts';
import type { DefinitionStore } from '../definitions/store.ts';
import { Problem } from '../problem.ts';
import type { Ground } from './ground.ts';
import type { AfterSave } from './saved.ts';

/** What records ask of the server that serves them. */
export interface RecordServer {
  readonly definitions: DefinitionStore;
  readonly config: Pick<Config, 'exportItemsAtOnce' | 'linkHosts' | 'timeZone'>;
  readonly database: Database;
  readonly now: () => Date;
  readonly log: { readonly failure: (reference: string, error: unknown) => void };
  readonly afterSave: AfterSave;
}

export function entityFor(list: string, { definitions }: Pick<RecordServer, 'definitions'>): Entity {
  const entity = definitions.entityOfList(list);
  if (!entity) throw new Problem('not-found', `There is no list "${list}".`);
  return entity;
}

/** A type whose operations are its own; they write by the same writer. */
export function ownEntity(id: string, { definitions }: Pick<RecordServer, 'definitions'>): Entity {
  const entity = definitions.current().entities.get(id);
  if (!entity) throw new Error(`There is no entity "${id}". Its file belongs to the product.`);
  return entity;
}

export function groundOf({ definitions, config, now }: RecordServer): Ground {
  const { codes, screens, broken } = definitions.current();
  let rule: Parameters<typeof mayLink>[1] | null = null;
  // Every page there is, whoever may open it, and the configured hosts; gathered for the first link only.
  const links = () => {
    rule ??= {
      routes: [
        ...[...screens.values()].map(({ screen }) => screen),
        ...[...broken.values()].map(({ route, alias, access }) => ({ route, alias, access, params: [] })),
      ],
      hosts: config.linkHosts,
    };
    return rule;
  };
  return {
    codes,
    mayLink: (href) => mayLink(href, links()),
    today: officeDay(now(), config.timeZone),
  };
}
