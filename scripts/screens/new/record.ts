import { isJsonObject } from '#src/core/values.ts';
import type { Io } from '../verb.ts';
import { afterwards, entityNamed, fieldsOf, most, refuseExisting, write } from './written.ts';

export function newRecord(name: string, io: Io): number {
  const entity = entityNamed(io.root, name);
  const record = isJsonObject(entity.record) ? entity.record : {};
  const { prefix, list } = record as { prefix?: string; list?: string };
  const path = `screens/${prefix}/edit.json`;
  refuseExisting(io.root, path);
  const permissions = isJsonObject(record.permissions) ? record.permissions : {};
  const writable = fieldsOf(entity).filter(
    ([, field]) => field.write === undefined || field.write === 'always',
  );
  const shown = fieldsOf(entity).filter(([, field]) => field.write !== undefined && field.write !== 'always');
  write(
    io.root,
    path,
    {
      $schema: '../../schemas/meta/screen.schema.json',
      format: 1,
      id: `${prefix}/edit`,
      route: `/${prefix}/edit/:id`,
      title: `${String(entity.title)} {params.id}`,
      ...(typeof permissions.view === 'string' ? { needs: permissions.view } : {}),
      params: [{ id: 'id', in: 'route', type: 'integer' }],
      data: { record: { operation: 'record.get', params: { list: list ?? '', id: '{params.id}' } } },
      blocks: [
        {
          id: 'facts',
          type: 'facts',
          data: 'record',
          entity: name,
          columns: 3,
          fields: shown.slice(0, most).map(([id]) => ({ id })),
        },
        {
          id: 'form',
          type: 'form',
          data: 'record',
          entity: name,
          ...(typeof permissions.update === 'string'
            ? { readOnlyWhen: `!has_perm('${permissions.update}')` }
            : {}),
          sections: [
            { id: 'main', title: String(entity.title), columns: 3, fields: writable.map(([id]) => id) },
          ],
          submit: {
            label: 'Save',
            on: [
              {
                type: 'call',
                operation: 'record.save',
                params: { list: list ?? '', id: '{params.id}' },
                body: 'form',
                ...afterwards([
                  { type: 'snackbar', kind: 'success', text: `${String(entity.title)} {params.id} is saved` },
                  { type: 'refresh', data: ['record'] },
                ]),
              },
            ],
          },
        },
      ],
    },
    io.out,
  );
  return 0;
}
