import type { Io } from '../verb.ts';
import { byKey, recordBlocks, titleOf } from './record-page.ts';
import { page, recordTypeOf } from './record-type.ts';
import { entityNamed, refuseExisting, write } from './written.ts';

export function newRecord(name: string, io: Io): number {
  const type = recordTypeOf(name, entityNamed(io.root, name));
  const path = `screens/${type.prefix}/edit.json`;
  refuseExisting(io.root, path);
  const access = byKey(type);
  const { facts, form } = recordBlocks(type, access, ['record']);
  const screen = page(type, 'edit', `edit/${access.route}`, titleOf(type, access), {
    params: [...access.params],
    data: { record: access.read },
    blocks: [facts, ...(form ? [form] : [])],
  });
  write(io.root, path, screen, io.out);
  return 0;
}
