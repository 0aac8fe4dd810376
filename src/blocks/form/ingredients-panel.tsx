import useSWR from 'swr';
import { call } from '#src/api/call.ts';
import { formatValue } from '#src/core/format.ts';
import { isJsonObject } from '#src/core/values.ts';
import { useApi } from '#src/render/ports.tsx';
import type { FormField, Ingredient } from './definition.ts';
import { useForm, useFormState } from './form-context.ts';
import { linesIn, sameValue, type Values } from './values.ts';

interface Kept {
  readonly value: unknown;
  readonly from: Values;
  readonly at: string;
  readonly who: string;
}

/** What a computed value was made of when it was saved, and what it is made of now where that was changed since. */
export function IngredientsPanel({ id, field }: { readonly id: string; readonly field: FormField }) {
  const { store } = useForm();
  const api = useApi();
  const { list, record } = store.form;
  const number = useFormState(({ initial }) => initial.id);
  const version = useFormState(({ initial }) => initial.version);
  const values = useFormState((state) => state.values);
  const initial = useFormState((state) => state.initial);
  const stored = record && list !== null && typeof number === 'number';
  const { data, error, isLoading } = useSWR(
    stored ? ['ingredients', list, number, version, field.id] : null,
    async () => {
      const { items } = await call(api, 'record.history', {
        params: { list: list ?? '', id: Number(number) },
      });
      return keptOf(items, field.id);
    },
    { revalidateOnFocus: false, revalidateOnReconnect: false },
  );
  const ingredients = field.ingredients ?? [];
  const typed = !record || ingredients.some((one) => !sameValue(values[one.id], initial[one.id]));
  return (
    <div id={id} className="cad-ingredients">
      {isLoading ? <p role="status">Reading what was kept…</p> : null}
      {error ? <p role="alert">What was kept could not be read. Close this and open it again.</p> : null}
      {data ? (
        <Made
          heading={`Saved ${formatValue('datetime', data.at)} by ${data.who}`}
          field={field}
          ingredients={ingredients}
          from={data.from}
          value={data.value}
        />
      ) : null}
      {data === null ? <p>Nothing was kept of how the stored value was made.</p> : null}
      {typed || data === null ? (
        <Made
          heading={typed ? 'As it is typed now' : 'What would go in today'}
          field={field}
          ingredients={ingredients}
          from={values}
          value={typed ? values[field.id] : null}
        />
      ) : null}
    </div>
  );
}

/** The latest entry of the history that tells of the value. */
function keptOf(items: readonly unknown[], id: string): Kept | null {
  for (const entry of items) {
    if (!isJsonObject(entry) || !Array.isArray(entry.fields)) continue;
    const change: unknown = entry.fields.find((one: unknown) => isJsonObject(one) && one.id === id);
    if (!isJsonObject(change) || !isJsonObject(change.from)) continue;
    const who = typeof entry.user_name === 'string' ? entry.user_name : 'the system';
    return { value: change.new, from: change.from, at: String(entry.at ?? ''), who };
  }
  return null;
}

function Made({
  heading,
  field,
  ingredients,
  from,
  value,
}: {
  readonly heading: string;
  readonly field: FormField;
  readonly ingredients: readonly Ingredient[];
  readonly from: Values;
  readonly value: unknown;
}) {
  return (
    <section aria-label={heading}>
      <p className="cad-ingredients-when">{heading}</p>
      <dl>
        {ingredients
          .filter(({ id }) => id in from)
          .map((one) => (
            <div key={one.id}>
              <dt>{one.title}</dt>
              <dd>
                <Amount ingredient={one} value={from[one.id]} />
              </dd>
            </div>
          ))}
        <div className="cad-ingredients-made">
          <dt>{field.title}</dt>
          <dd>{formatValue(field.format, value)}</dd>
        </div>
      </dl>
    </section>
  );
}

function Amount({
  ingredient: { format, codes, cells },
  value,
}: {
  readonly ingredient: Ingredient;
  readonly value: unknown;
}) {
  const tables = useForm().codes;
  if (!cells) return formatValue(format, value, { codes: codes ? (tables[codes] ?? null) : null });
  const rows = linesIn(value);
  if (rows.length === 0) return 'none';
  return (
    <ol>
      {rows.map((row, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows of the past stand where they stood
        <li key={i}>
          {cells.map((cell, at) => (
            <span key={cell.id}>
              {at > 0 ? ', ' : ''}
              <Amount ingredient={cell} value={row[cell.id]} />
            </span>
          ))}
        </li>
      ))}
    </ol>
  );
}
