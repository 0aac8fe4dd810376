import { type Area, areaProblem, editArea, parseArea, showArea } from '#src/core/parse/area.ts';
import type { TextForm } from './parsed-input.tsx';

export const areaForm: TextForm<Area> = {
  parse: (text) => {
    if (text.trim() === '') return { value: null };
    const area = parseArea(text);
    return area ? { value: area } : { problem: areaProblem };
  },
  show: showArea,
  edit: editArea,
  numeric: true,
  placeholder: 'm² or ha',
};

/** An area of a record's value: square metres alone, or with the flag. */
export function areaOf(value: unknown): Area | null {
  if (typeof value === 'number') return { m2: value, unit: 'M' };
  if (typeof value !== 'object' || value === null || !('m2' in value)) return null;
  const { m2 } = value;
  const unit = 'unit' in value && value.unit === 'H' ? 'H' : 'M';
  return typeof m2 === 'number' ? { m2, unit } : null;
}
