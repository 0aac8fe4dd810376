/** Appends a key or an index to a JSON pointer (RFC 6901). */
export function under(pointer: string, key: string | number): string {
  return `${pointer}/${String(key).replace(/~/g, '~0').replace(/\//g, '~1')}`;
}

export function segmentsOf(pointer: string): readonly string[] {
  if (pointer === '') return [];
  return pointer
    .slice(1)
    .split('/')
    .map((segment) => segment.replace(/~1/g, '/').replace(/~0/g, '~'));
}

/** The last segment of a file's path. */
export function baseName(file: string): string {
  return file.replace(/^.*\//, '');
}
