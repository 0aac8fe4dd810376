// The first text of a definition that somebody begins in the studio: complete enough to be checked and looked at.

export type NewKind = 'screen' | 'fragment' | 'action' | 'form' | 'codes';

const folders: { readonly [kind in NewKind]: string } = {
  screen: 'screens',
  fragment: 'screens/fragments',
  action: 'screens/actions',
  form: 'schemas/forms',
  codes: 'schemas/codes',
};

/** Where a definition of a kind and a name lies. */
export function placeOf(kind: NewKind, name: string): string {
  return `${folders[kind]}/${name}.json`;
}

function bodyOf(kind: NewKind, name: string, title: string): object {
  const note = { id: 'note', type: 'text', text: title };
  switch (kind) {
    case 'screen':
      return { format: 1, id: name, route: `/${name}`, title, blocks: [note] };
    case 'fragment':
      return { format: 1, id: name, summary: title, content: 'blocks', items: [note] };
    case 'action':
      return {
        format: 1,
        id: name,
        summary: title,
        steps: [{ type: 'snackbar', kind: 'info', text: title }],
      };
    case 'form':
      return {
        $id: name,
        title,
        type: 'object',
        properties: { name: { type: 'string', title: 'Name', maxLength: 100 } },
      };
    case 'codes':
      return { id: name, title, codes: [{ code: 'A', label: 'First' }] };
  }
}

export function scaffoldOf(kind: NewKind, name: string, title: string): string {
  const path = placeOf(kind, name);
  const up = '../'.repeat(path.split('/').length - 1);
  const $schema = path.startsWith('schemas/')
    ? `../meta/${kind}.schema.json`
    : `${up}schemas/meta/${kind}.schema.json`;
  return `${JSON.stringify({ $schema, ...bodyOf(kind, name, title) }, null, 2)}\n`;
}
