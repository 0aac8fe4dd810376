import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { Facts } from '#src/blocks/facts/facts.tsx';
import type { LinkedBlock } from '#src/core/linked.ts';
import type { Row } from '#src/core/values.ts';
import type { WidgetComponent, WidgetProps } from '#src/render/widget-props.ts';
import { AreaWidget } from '#src/widgets/area/area.tsx';
import { CheckboxWidget } from '#src/widgets/checkbox/checkbox.tsx';
import { CodeWidget } from '#src/widgets/code/code.tsx';
import { CurrencyWidget } from '#src/widgets/currency/currency.tsx';
import { DateWidget } from '#src/widgets/date/date.tsx';
import { NumberWidget } from '#src/widgets/number/number.tsx';
import { TextWidget } from '#src/widgets/text/text.tsx';
import { TextareaWidget } from '#src/widgets/textarea/textarea.tsx';
import '#src/blocks/form/form.css';
import { get, send } from './calls.ts';
import { propsOf, scope, sourceOf } from './parts.tsx';

type Field = readonly [id: string, label: string, widget: WidgetComponent, longest?: number];

const sections: readonly { readonly title: string; readonly fields: readonly Field[] }[] = [
  {
    title: 'Sale',
    fields: [
      ['contract_date', 'Contract date', DateWidget],
      ['settlement_date', 'Settlement date', DateWidget],
      ['purchase_price', 'Purchase price', CurrencyWidget],
      ['interest_pct', 'Interest (%)', NumberWidget],
      ['nature', 'Nature of property', CodeWidget],
      ['purpose', 'Purpose', TextWidget, 20],
      ['dealing_number', 'Dealing', TextWidget, 10],
      ['sale_code', 'Sale code', TextWidget, 3],
      ['confirmed', 'Confirmed', CheckboxWidget],
      ['suitable', 'Suitable', CheckboxWidget],
    ],
  },
  {
    title: 'Property sold',
    fields: [
      ['prop_name', 'Property name', TextWidget, 40],
      ['unit_number', 'Unit', TextWidget, 10],
      ['house_number', 'House no.', TextWidget, 14],
      ['street_name', 'Street', TextWidget, 38],
      ['suburb', 'Suburb', TextWidget, 40],
      ['postcode', 'Postcode', TextWidget, 4],
      ['strata_lot', 'Strata lot', TextWidget, 5],
      ['zone_code', 'Zone', TextWidget, 4],
      ['component_code', 'Component', TextWidget, 3],
      ['area', 'Area', AreaWidget],
    ],
  },
  { title: 'Notes', fields: [['internal_notes', 'Internal notes', TextareaWidget, 4000]] },
];

function problemOf([, label, , longest]: Field, value: unknown): string | null {
  return typeof value === 'string' && longest !== undefined && value.length > longest
    ? `${label} has at most ${longest} characters.`
    : null;
}

/** A sale, by hand: facts above, a form of three sections below, tabs around. */
export function Form({ id }: { readonly id: string }) {
  const screen = globalThis.constants['sale/record'];
  const [record, setRecord] = useState<Row | null>(null);
  const [typed, setTyped] = useState<Row>({});
  const [problems, setProblems] = useState<{ readonly [field: string]: string }>({});
  useEffect(() => {
    document.title = `Cadastre - Sale ${id}`;
    get(`/sales/${id}`).then((answer) => setRecord(answer as Row));
  }, [id]);
  const facts = useMemo(() => {
    const linked = screen?.data.sale;
    const block = screen ? factsOf(screen.blocks) : null;
    if (!screen || !linked || !block || !record) return null;
    return propsOf(
      screen,
      block,
      { ...sourceOf(screen, linked, {}, null), value: record },
      {
        ...scope,
        data: { sale: record },
      },
    );
  }, [screen, record]);
  if (!record) return <div className="cad-screen" />;
  const save = () =>
    send('PUT', `/sales/${id}`, { ...record, ...typed }).then((answer) => setRecord(answer as Row));
  return (
    <div className="cad-screen">
      <div className="cad-page-head">
        <h1>Sale {id}</h1>
      </div>
      <div role="tablist" aria-label="Sale">
        <button type="button" role="tab" aria-selected="true">
          Details
        </button>
        <button type="button" role="tab" aria-selected="false">
          History
        </button>
      </div>
      {facts ? <Facts {...facts} /> : null}
      <form
        className="cad-form"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {sections.map((section) => (
          <fieldset key={section.title} className="cad-form-section">
            <legend>{section.title}</legend>
            <div className="cad-form-grid" data-columns={section.fields.length > 1 ? 3 : 1}>
              {section.fields.map((field) => (
                <Input
                  key={field[0]}
                  field={field}
                  value={Object.hasOwn(typed, field[0]) ? typed[field[0]] : record[field[0]]}
                  problem={problems[field[0]] ?? null}
                  codes={field[0] === 'nature' ? (screen?.codes.natureOfProperty ?? null) : null}
                  onChange={(value, unreadable) => {
                    setTyped({ ...typed, [field[0]]: value });
                    const problem = unreadable ?? problemOf(field, value);
                    const { [field[0]]: _, ...others } = problems;
                    setProblems(problem ? { ...others, [field[0]]: problem } : others);
                  }}
                />
              ))}
            </div>
          </fieldset>
        ))}
        <button type="submit" className="cad-button cad-primary" disabled={Object.keys(problems).length > 0}>
          Save
        </button>
        <span role="status">{Object.keys(typed).length > 0 ? 'Unsaved changes' : ''}</span>
      </form>
    </div>
  );
}

function factsOf(blocks: readonly LinkedBlock[]): LinkedBlock | null {
  for (const block of blocks) {
    if (block.type === 'facts') return block;
    const tabs =
      (block as { readonly tabs?: readonly { readonly blocks: readonly LinkedBlock[] }[] }).tabs ?? [];
    for (const tab of tabs) {
      const found = factsOf(tab.blocks);
      if (found) return found;
    }
  }
  return null;
}

function Input({
  field: [id, label, Widget],
  value,
  problem,
  codes,
  onChange,
}: {
  readonly field: Field;
  readonly value: unknown;
  readonly problem: string | null;
  readonly codes: WidgetProps['codes'];
  readonly onChange: (value: unknown, problem?: string) => void;
}): ReactNode {
  return (
    <div className="cad-field">
      <label htmlFor={id}>{label}</label>
      <Widget
        id={id}
        name={id}
        label={label}
        value={value}
        onChange={onChange}
        disabled={false}
        readOnly={false}
        required={false}
        invalid={problem !== null}
        describedBy={problem ? `${id}-problem` : undefined}
        options={{}}
        codes={codes}
        many={false}
      />
      {problem ? (
        <p id={`${id}-problem`} role="alert">
          {problem}
        </p>
      ) : null}
    </div>
  );
}
