// biome-ignore-all lint/a11y/useSemanticElements: a group of what scrolls is no set of fields
// biome-ignore-all lint/a11y/noNoninteractiveTabindex: a part that scrolls is a stop of Tab, or no key would scroll it
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { formatValue, missing } from '#src/core/format.ts';
import type { LinkedField } from '#src/core/linked.ts';
import type { Row } from '#src/core/values.ts';
import type { BlockProps } from '#src/render/block-props.ts';
import { RecordLink } from '#src/render/record-link.tsx';
import { useRecordHref } from '#src/render/record-page.ts';
import { useReferenceList } from '#src/render/reference.ts';
import { BlockStates } from '#src/render/states.tsx';
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

/** Records side by side: how many of their fields differ, then the fields. */
export function Compare(props: BlockProps): ReactNode {
  const { block, source } = props;
  if (!isCompare(block)) return null;
  const records = recordsOf(source?.value);
  return (
    <BlockStates source={source} isEmpty={records.length === 0} empty={block.empty} lines={12}>
      <SideBySide {...props} block={block} records={records} />
    </BlockStates>
  );
}

function SideBySide(props: CompareProps) {
  const { block, records, url, text } = props;
  const parts = partsOf(block.sections, records);
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
      </div>
      <div className="cad-compare-scroll" role="group" aria-label={label} tabIndex={0}>
        <table aria-label={label} style={{ '--cad-compared': records.length } as object}>
          <thead>
            <tr>
              <th scope="col">Field</th>
              {records.map((record) => (
                <Heading key={String(record.id)} block={block} record={record} />
              ))}
            </tr>
          </thead>
          {shown.map((part) => (
            <Part key={part.title} {...props} part={part} />
          ))}
        </table>
      </div>
    </section>
  );
}

/** What a record is called, leading to its page, and what tells it from the others. */
function Heading({ block, record }: { readonly block: LinkedCompare; readonly record: Row }) {
  const { list, heading } = block;
  const { id } = record;
  const href = useRecordHref()({ list, id: Number(id) });
  const told = heading ? formatValue(heading.format, record[heading.id]) : missing;
  const name = nameOf(block, record);
  return (
    <th scope="col">
      {href ? <Link to={href}>{name}</Link> : name}
      {told === missing ? null : <span className="cad-compare-told">{told}</span>}
    </th>
  );
}

function Part({ part, ...props }: CompareProps & { readonly part: ComparedPart }) {
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
function Line({ line, records, screen }: CompareProps & { readonly line: ComparedLine }) {
  const { compared, differs } = line;
  const { field, right } = compared;
  const { rows } = useReferenceList(field.codes ? null : field.list);
  const codesOf = ({ codes, list }: LinkedField) =>
    codes ? (screen.codes[codes] ?? null) : list !== null && list === field.list ? rows : null;
  const texts = records.map((record) => writtenIn(compared, record, codesOf));
  const hidden = differs && new Set(texts).size === 1;
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
        >
          {field.ref && typeof record[field.id] === 'number' ? (
            <RecordLink to={field.ref} id={Number(record[field.id])} />
          ) : (
            texts[i]
          )}
        </td>
      ))}
    </tr>
  );
}
