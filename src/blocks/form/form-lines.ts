import type { FormField, LinkedForm } from './definition.ts';
import type { Slot } from './form-state.ts';
import { filledLine, type Line, linesIn, type Values } from './values.ts';

export function linesAt(values: Values, field: string): readonly Line[] {
  return linesIn(values[field]);
}

export function repeatedFields(form: LinkedForm): readonly FormField[] {
  return form.sections.flatMap(({ fields }) => fields).filter(({ lines }) => lines !== null);
}

export function placeOfCell(owner: string, key: number, cell: string): string {
  return `${owner}.${key}.${cell}`;
}

export function cellSlot(owner: FormField, key: number, cell: FormField): Slot {
  return {
    field: cell,
    place: placeOfCell(owner.id, key, cell.id),
    owner: owner.id,
    read: (state, id) => {
      const index = (state.lineKeys[owner.id] ?? []).indexOf(key);
      return linesAt(state.values, owner.id)[index]?.[id];
    },
  };
}

/** Texts at the places of a field's lines and, where wanted, of the field itself, left out. */
export function withoutLines<T>(
  places: { readonly [place: string]: T },
  owner: string,
  key?: number,
): { readonly [place: string]: T } {
  const start = key === undefined ? `${owner}.` : `${owner}.${key}.`;
  return Object.fromEntries(Object.entries(places).filter(([place]) => !place.startsWith(start)));
}

export function moved<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const rest = list.filter((_, i) => i !== from);
  const taken = list[from];
  return taken === undefined ? list : [...rest.slice(0, to), taken, ...rest.slice(to)];
}

/** Lines without empty members and with their members in the order of the form, so that equal lines are the same. */
export function tidyLines(repeated: readonly FormField[], values: Values): Values {
  const tidy = repeated.flatMap((field) =>
    field.id in values
      ? [[field.id, linesAt(values, field.id).map((line) => tidyLine(field, line))] as const]
      : [],
  );
  return tidy.length === 0 ? values : { ...values, ...Object.fromEntries(tidy) };
}

export function tidyLine(field: FormField, line: Line): Line {
  const order = (field.lines?.fields ?? []).map(({ id }) => id);
  const place = (id: string) => (order.includes(id) ? order.indexOf(id) : order.length);
  return Object.fromEntries(Object.entries(filledLine(line)).sort(([a], [b]) => place(a) - place(b)));
}
