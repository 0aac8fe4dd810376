import { readDefinitionFiles } from '#server/definitions/files.ts';
import type { JsonObject } from '#src/core/values.ts';
import type { Io } from '../verb.ts';
import { byKey, byNumber } from './record-page.ts';
import { idOf, isLong, page, type RecordType, recordTypeOf } from './record-type.ts';
import { entityNamed, most, refuseExisting, write } from './written.ts';

/** The address of a row's record: of the page that takes its natural key, else of the one that takes its number. */
function linkOf(root: string, type: RecordType): string | null {
  const routes = readDefinitionFiles(root)
    .filter(({ path }) => path.startsWith(`screens/${type.prefix}/`) && path.endsWith('.json'))
    .map(({ bytes }) => (JSON.parse(Buffer.from(bytes).toString('utf8')) as JsonObject).route);
  for (const { route } of [byKey(type), byNumber(type)])
    for (const whole of [`/${type.prefix}/${route}`, `/${type.prefix}/edit/${route}`])
      if (routes.includes(whole)) return whole.replaceAll(/:(\w+)/g, '{row.$1}');
  return null;
}

/** By the key first, where there is one: rows are known and ordered by it. */
export function newList(name: string, io: Io): number {
  const type = recordTypeOf(name, entityNamed(io.root, name));
  const path = `screens/${type.prefix}/list.json`;
  refuseExisting(io.root, path);
  const link = linkOf(io.root, type);
  const [first, ...leading] = type.key.length > 0 ? type.key.toReversed() : [type.name ?? 'id'];
  const others = type.fields
    .filter((field) => !isLong(field) && field[0] !== first && !leading.includes(field[0]))
    .map(([id]) => id);
  const sort = type.key.length > 0 ? [...type.key] : [first ?? 'id'];
  const screen = page(type, 'list', 'list/:id', `${type.title} list`, {
    params: [idOf('text')],
    data: { found: { records: type.list, hash: '{params.id}' } },
    blocks: [
      {
        id: 'list',
        type: 'grid',
        data: 'found',
        rowKey: 'id',
        freeze: 1,
        sort,
        export: true,
        find: true,
        columns: [
          { id: first ?? 'id', ...(link ? { link } : {}) },
          ...[...leading, ...others].slice(0, most).map((id) => ({ id })),
        ],
      },
    ],
  });
  write(io.root, path, screen, io.out);
  return 0;
}
