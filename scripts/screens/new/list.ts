import { isJsonObject } from '#src/core/values.ts';
import type { Io } from '../verb.ts';
import { entityNamed, fieldsOf, most, refuseExisting, write } from './written.ts';

export function newList(name: string, io: Io): number {
  const entity = entityNamed(io.root, name);
  const record = isJsonObject(entity.record) ? entity.record : {};
  const { prefix, list } = record as { prefix?: string; list?: string };
  const path = `screens/${prefix}/list.json`;
  refuseExisting(io.root, path);
  const view = isJsonObject(record.permissions) ? record.permissions.view : undefined;
  write(
    io.root,
    path,
    {
      $schema: '../../schemas/meta/screen.schema.json',
      format: 1,
      id: `${prefix}/list`,
      route: `/${prefix}/list/:id`,
      title: `${String(entity.title)} list`,
      ...(view ? { needs: view } : {}),
      params: [{ id: 'id', in: 'route', type: 'text' }],
      data: { found: { records: list ?? '', hash: '{params.id}' } },
      blocks: [
        {
          id: 'list',
          type: 'grid',
          data: 'found',
          rowKey: 'id',
          freeze: 1,
          export: true,
          find: true,
          columns: fieldsOf(entity)
            .slice(0, most)
            .map(([id]) => ({ id })),
        },
      ],
    },
    io.out,
  );
  return 0;
}
