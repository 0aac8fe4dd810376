import type { FormatId, LinkedField } from '../linked.ts';
import type { BlockLinkContext } from './block-linker.ts';

/** A field as a block tells it: its own words, else the dictionary's. */
export interface ToldField {
  readonly field: LinkedField;
  readonly title: string;
  readonly format: FormatId;
}

/** The fields of the block's source, or of those given, that `named` names, in that order; the generic walk has reported unknown ones. */
export function toldFields(
  named: readonly { readonly id: string; readonly title?: string; readonly format?: FormatId }[],
  pointer: string,
  { source, useCodes: addCodes }: BlockLinkContext,
  among = source?.fields ?? [],
): readonly ToldField[] {
  const fields = new Map(among.map((field) => [field.id, field]));
  return named.flatMap(({ id, title, format }, i) => {
    const field = fields.get(id);
    if (!field) return [];
    if (field.codes) addCodes(field.codes, `${pointer}/${i}/id`);
    return [{ field, title: title ?? field.title, format: format ?? field.format }];
  });
}
