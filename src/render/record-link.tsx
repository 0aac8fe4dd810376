import { Link } from 'react-router-dom';
import type { LinkedRef } from '#src/core/linked.ts';
import { goneText, useRecordName } from './record-names.ts';
import { useRecordHref } from './record-page.ts';
import './record-link.css';

/** A reference as it is read: its label, a link where there is a page, and what else the record is known by. */
export function RecordLink({ to: { list, named }, id }: { readonly to: LinkedRef; readonly id: number }) {
  const name = useRecordName({ list, id });
  const href = useRecordHref()({ list, id });
  const known = typeof name === 'object' ? name : null;
  const label = named && known ? known.label : String(id);
  if (name === 'gone')
    return (
      <>
        {label} <span className="cad-record-text">{goneText}</span>
      </>
    );
  return (
    <>
      {href ? <Link to={href}>{label}</Link> : label}
      {known && known.text !== '' ? <span className="cad-record-text"> {known.text}</span> : null}
    </>
  );
}
