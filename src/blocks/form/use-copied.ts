// A new record that begins as a copy: the address of its form names the record, `/sale/new?form.copy=12`.
import { useMemo } from 'react';
import useSWR from 'swr';
import { call } from '#src/api/call.ts';
import { askOnce } from '#src/render/ask-once.ts';
import type { BlockProps, Failure } from '#src/render/block-props.ts';
import { asFailure } from '#src/render/failure.ts';
import { useApi } from '#src/render/ports.tsx';
import type { FormField, LinkedForm } from './definition.ts';
import { isEmpty, linesIn, recordOf, type Values } from './values.ts';

/** What is taken along: what a person writes here, but for what is never copied. Rows inside become rows of the new record. */
export function copiedValues(block: LinkedForm, record: Values): Values {
  const taken = block.sections
    .flatMap(({ fields }) => fields)
    .filter((field) => field.uncopied !== true && field.origin === undefined && !field.readOnly)
    .flatMap((field): readonly (readonly [string, unknown])[] => [
      [field.id, copyOf(field, record[field.id])],
      ...(field.unitField ? [[field.unitField, record[field.unitField]] as const] : []),
    ]);
  return Object.fromEntries(taken.filter(([, value]) => !isEmpty(value)));
}

function copyOf({ lines }: FormField, value: unknown): unknown {
  if (!lines) return value;
  const copied = new Set(lines.fields.filter(({ uncopied }) => uncopied !== true).map(({ id }) => id));
  return linesIn(value).map((line) =>
    Object.fromEntries(Object.entries(line).filter(([id]) => copied.has(id))),
  );
}

export type Copied =
  | { readonly state: 'none' | 'loading' }
  | { readonly state: 'failed'; readonly failure: Failure; readonly retry: () => void }
  | { readonly state: 'ready'; readonly id: number; readonly values: Values };

/** The record that a new one is made from; none for a form over a record, and without one in the address. */
export function useCopied({ block, url }: Pick<BlockProps<LinkedForm>, 'block' | 'url'>): Copied {
  const api = useApi();
  const id = Number(url.get('copy'));
  const { list } = block;
  const wanted =
    block.data === null && block.from === null && list !== null && Number.isSafeInteger(id) && id > 0;
  const { data, error, mutate } = useSWR(
    wanted ? ['copied', list, id] : null,
    () => call(api, 'record.get', { params: { list: list ?? '', id } }),
    askOnce,
  );
  const values = useMemo(
    () => (data === undefined ? null : copiedValues(block, recordOf(data))),
    [block, data],
  );
  if (!wanted) return { state: 'none' };
  if (error !== undefined) return { state: 'failed', failure: asFailure(error), retry: () => void mutate() };
  return values === null ? { state: 'loading' } : { state: 'ready', id, values };
}
