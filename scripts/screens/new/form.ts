import type { Io } from '../verb.ts';
import { refuseExisting, words, write } from './written.ts';

export function newForm(name: string, io: Io): number {
  const path = `schemas/forms/${name}.json`;
  refuseExisting(io.root, path);
  write(
    io.root,
    path,
    {
      $schema: '../meta/form.schema.json',
      $id: name,
      title: words(name),
      type: 'object',
      required: ['text'],
      properties: { text: { type: 'string', title: 'Text', maxLength: 200 } },
    },
    io.out,
  );
  return 0;
}
