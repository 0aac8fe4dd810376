import { formatValue, missing, wholeNote } from '#src/core/format.ts';
import { listOf } from '#src/core/linked.ts';
import {
  type BlockPrinter,
  heading,
  type PaperColumn,
  type PaperElement,
  type PaperPorts,
} from '#src/core/paper.ts';
import { richParagraphs } from '#src/core/paper-rich-text.ts';
import type { Row } from '#src/core/values.ts';
import { type FormField, isLinkedForm } from './definition.ts';
import { linesIn, recordOf } from './values.ts';

/** How a field of this form is written, its codes and lists read once. */
async function writerOf(field: FormField, ports: PaperPorts): Promise<(row: Row) => string> {
  const list = listOf(field.widget);
  const codes = field.codes
    ? (ports.screen.codes[field.codes] ?? null)
    : list === null
      ? null
      : await ports.list(list);
  return (row) => {
    const unitFlag = field.unitField ? row[field.unitField] : undefined;
    const value = row[field.id];
    const text = wholeNote(field.format, value) ?? formatValue(field.format, value, { codes, unitFlag });
    return field.unit && text !== missing ? `${text} ${field.unit}` : text;
  };
}

async function linesOf(field: FormField, record: Row, ports: PaperPorts): Promise<readonly PaperElement[]> {
  const numeric = (type: FormField['valueType']) => type === 'integer' || type === 'number';
  const columns: PaperColumn[] = [];
  for (const cell of field.lines?.fields ?? [])
    columns.push({
      id: cell.id,
      title: cell.title,
      align: numeric(cell.valueType) ? 'right' : 'left',
      text: await writerOf(cell, ports),
      tone: () => null,
    });
  return [
    ...heading(field.title, 3),
    {
      kind: 'table',
      title: field.title,
      columns,
      rows: linesIn(record[field.id]),
      small: () => false,
      group: null,
      totals: null,
      note: null,
      empty: `${field.title}: none.`,
    },
  ];
}

/** The record's values, section by section, folded or not; repeated lines as tables, formatted texts as paragraphs. */
export const print: BlockPrinter = async (block, ports) => {
  if (!isLinkedForm(block) || block.data === null) return [];
  const record: Row = recordOf(await ports.value(block.data));
  const shown = (condition: FormField['visibleWhen']) =>
    condition === null || ports.evaluate(condition, undefined, record) === true;
  const elements: PaperElement[] = [...heading(ports.text(block.title), 2)];
  const { moves } = block;
  let state: { readonly title: string; readonly value: string } | null = null;
  if (moves && !block.sections.some(({ fields }) => fields.some(({ id }) => id === moves.field))) {
    const codes = ports.screen.codes[moves.codes] ?? null;
    const value = formatValue('text', record[moves.field], { codes });
    state = { title: moves.title, value };
  }
  for (const section of block.sections) {
    if (!shown(section.visibleWhen)) continue;
    const fields = section.fields.filter(
      ({ visibleWhen, widget }) =>
        shown(visibleWhen) && widget.type !== 'password' && widget.type !== 'new-password',
    );
    const items = state === null ? [] : [state];
    const below: PaperElement[] = [];
    for (const field of fields) {
      const formatted = field.format === 'richText' ? richParagraphs(record[field.id]) : [];
      if (field.lines) below.push(...(await linesOf(field, record, ports)));
      else if (formatted.length > 0) below.push(...heading(field.title, 3), ...formatted);
      else items.push({ title: field.title, value: (await writerOf(field, ports))(record) });
    }
    if (items.length === 0 && below.length === 0) continue;
    state = null;
    elements.push(...heading(section.title, 3));
    if (items.length > 0) elements.push({ kind: 'facts', items });
    elements.push(...below);
  }
  return elements;
};
