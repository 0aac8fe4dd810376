// biome-ignore-all lint/a11y/useSemanticElements: a group of what scrolls is no set of fields
// biome-ignore-all lint/a11y/noNoninteractiveTabindex: a part that scrolls is a stop of Tab, or no key would scroll it
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { formatValue, missing } from '#src/core/format.ts';
import type { LinkedField } from '#src/core/linked.ts';
import type { Row } from '#src/core/values.ts';
import type { BlockProps } from '#src/render/block-props.ts';
import { RecordLink } from '#src/render/record-link.tsx';
import { useRecordHref } from '#src/render/record-page.ts';
import { useReferenceList } from '#src/render/reference.ts';
import { BlockStates } from '#src/render/states.tsx';
import { amongOf, type Choice, offeredBy, toldOf } from './choice.ts';
import {
  type ComparedLine,
  type ComparedPart,
  nameOf,
  partsOf,
  recordsOf,
  summaryOf,
  writtenIn,
} from './lines.ts';
import { isCompare, type LinkedCompare } from './link.ts';
import './compare.css';

/** What is longer is a text to be read: bold words would hinder that. */
const longText = 80;

type CompareProps = BlockProps & { readonly block: LinkedCompare; readonly records: readonly Row[] };
type ChosenProps = CompareProps & { readonly choice: Choice };

/** Records side by side: how many of their fields differ, then the fields. */
export function Compare(props: BlockProps): ReactNode {
  const { block, source } = props;
  if (!isCompare(block)) return null;
  const records = recordsOf(source?.value);
  // What was chosen is of these versions: others begin anew.
  const versions = records.map(({ id, version }) => [id, version]);
  return (
    <BlockStates source={source} isEmpty={records.length === 0} empty={block.empty} lines={12}>
      <SideBySide key={JSON.stringify(versions)} {...props} block={block} records={records} />
    </BlockStates>
  );
}

function SideBySide(props: CompareProps) {
  const { block, records, url, text } = props;
  const parts = partsOf(block.sections, records);
  const choice = useChoice(props);
  const only = url.get('only') === 'differing';
  const label = text(block.title) || `${block.plural} side by side`;
  const shown = only
    ? parts
        .map((part) => ({ ...part, lines: part.lines.filter(({ differs }) => differs) }))
        .filter(({ lines }) => lines.length > 0)
    : parts;
  return (
    <section className="cad-compare" aria-label={label}>
      <div className="cad-compare-bar">
        <strong role="status">{summaryOf(parts, block, records.length)}</strong>
        <label className="cad-check">
          <input
            type="checkbox"
            checked={only}
            onChange={(event) => url.set('only', event.target.checked ? 'differing' : undefined)}
          />
          Only what differs
        </label>
        {choice.among.size > 0 ? <Decide {...props} choice={choice} /> : null}
      </div>
      <div className="cad-compare-scroll" role="group" aria-label={label} tabIndex={0}>
        <table aria-label={label} style={{ '--cad-compared': records.length } as object}>
          <thead>
            <tr>
              <th scope="col">Field</th>
              {records.map((record) => (
                <Heading key={String(record.id)} block={block} record={record} choice={choice} />
              ))}
            </tr>
          </thead>
          {shown.map((part) => (
            <Part key={part.title} {...props} part={part} choice={choice} />
          ))}
        </table>
      </div>
    </section>
  );
}

function useChoice({ block, records, evaluate }: CompareProps): Choice {
  const [chosen, setChosen] = useState<Choice['chosen']>({});
  const may = block.choose && (!block.choose.visibleWhen || evaluate(block.choose.visibleWhen) === true);
  return {
    among: new Set(may ? amongOf(block, records) : []),
    chosen,
    choose: (fields, value) =>
      setChosen((now) => ({ ...now, ...Object.fromEntries(fields.map((field) => [field, value])) })),
  };
}

/** Hands on what was chosen, once each line is. */
function Decide({ block, records, act, choice }: ChosenProps) {
  const [busy, setBusy] = useState(false);
  const { among, chosen } = choice;
  const open = [...among].some((field) => !Object.hasOwn(chosen, field));
  return (
    <span className="cad-compare-decide">
      <span className="cad-compare-count">{toldOf(choice)}</span>
      <button
        type="button"
        className="cad-button cad-primary"
        disabled={open || busy}
        onClick={() => {
          setBusy(true);
          void act(block.choose?.on ?? [], { row: { ...records[0], chosen } }).finally(() => setBusy(false));
        }}
      >
        {block.choose?.label}
      </button>
    </span>
  );
}

interface HeadingProps {
  readonly block: LinkedCompare;
  readonly record: Row;
  readonly choice: Choice;
}

/** What a record is called, leading to its page, and what tells it from the others. */
function Heading({ block, record, choice }: HeadingProps) {
  const { list, heading } = block;
  const { id } = record;
  const recordHref = useRecordHref();
  const href = block.name === null ? recordHref({ list, id: Number(id) }) : null;
  const told = heading ? formatValue(heading.format, record[heading.id]) : missing;
  const name = nameOf(block, record);
  const value = offeredBy(block, record);
  return (
    <th scope="col">
      {href ? <Link to={href}>{name}</Link> : name}
      {told === missing ? null : <span className="cad-compare-told">{told}</span>}
      {value !== null && choice.among.size > 1 ? (
        <button
          type="button"
          className="cad-button"
          aria-label={`All ${choice.among.size} fields of ${name}`}
          onClick={() => choice.choose([...choice.among], value)}
        >
          All {choice.among.size} fields
        </button>
      ) : null}
    </th>
  );
}

function Part({ part, ...props }: ChosenProps & { readonly part: ComparedPart }) {
  const { title, lines, differing } = part;
  return (
    <tbody>
      <tr className="cad-compare-section">
        <th scope="rowgroup" colSpan={props.records.length + 1}>
          {title}{' '}
          <span className="cad-compare-count">
            {differing === 0 ? 'all the same' : `${differing} ${differing === 1 ? 'differs' : 'differ'}`}
          </span>
        </th>
      </tr>
      {lines.map((line) => (
        <Line key={line.compared.field.id} {...props} line={line} />
      ))}
    </tbody>
  );
}

/** A field of all records; one that differs has a sign and bold words, not a colour alone. */
function Line({ line, block, records, screen, choice }: ChosenProps & { readonly line: ComparedLine }) {
  const { compared, differs } = line;
  const { field, right } = compared;
  const { rows } = useReferenceList(field.codes ? null : field.list);
  const codesOf = ({ codes, list }: LinkedField) =>
    codes ? (screen.codes[codes] ?? null) : list !== null && list === field.list ? rows : null;
  const texts = records.map((record) => writtenIn(compared, record, codesOf));
  const hidden = differs && new Set(texts).size === 1;
  const chosen = choice.among.has(field.id) ? (choice.chosen[field.id] ?? null) : undefined;
  const cell = (record: Row, i: number) =>
    field.ref && typeof record[field.id] === 'number' ? (
      <RecordLink to={field.ref} id={Number(record[field.id])} />
    ) : (
      texts[i]
    );
  return (
    <tr data-differs={differs || undefined}>
      <th scope="row" title={field.description ?? undefined}>
        <span className="cad-compare-mark" aria-hidden="true">
          {differs ? '≠' : ''}
        </span>
        {compared.title}
        {differs ? (
          <span className={hidden ? 'cad-compare-told' : 'cad-visually-hidden'}>
            {hidden ? ' differs by less than is shown' : ' differs'}
          </span>
        ) : null}
      </th>
      {records.map((record, i) => (
        <td
          key={String(record.id)}
          className={right ? 'cad-right' : undefined}
          data-long={(texts[i]?.length ?? 0) > longText || undefined}
          data-chosen={
            (chosen !== undefined && chosen !== null && chosen === offeredBy(block, record)) || undefined
          }
        >
          {chosen !== undefined && offeredBy(block, record) !== null ? (
            <label className="cad-compare-choice">
              <input
                type="radio"
                name={`${block.id}.${field.id}`}
                aria-label={`${compared.title}, ${nameOf(block, record)}: ${texts[i]}`}
                checked={chosen === offeredBy(block, record)}
                onChange={() => choice.choose([field.id], offeredBy(block, record))}
              />
              {cell(record, i)}
            </label>
          ) : (
            cell(record, i)
          )}
        </td>
      ))}
    </tr>
  );
}
