import type { LinkedScreen } from '../linked.ts';
import type { ScreenLinking } from './screen-linking.ts';

/** The page of one record stands at the prefix of its type and the record's number, `/sale/:id`. */
export function recordOfPage({ checked, catalog, params }: ScreenLinking): Pick<LinkedScreen, 'record'> {
  const [, prefix = '', id = '', ...rest] = String(checked.json.route).split('/');
  const param = params.get(id.slice(1));
  if (!id.startsWith(':') || rest.length > 0 || param?.type !== 'integer') return {};
  const entity = [...catalog.entities.values()].find(
    ({ record }) => record.prefix === prefix && record.own !== true,
  );
  return entity ? { record: entity.record.list } : {};
}
