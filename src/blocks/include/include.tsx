import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { resolveLink } from '#src/core/resolve/resolve-value.ts';
import type { BlockProps } from '#src/render/block-props.ts';
import { useMayOpen } from '#src/render/link-rule.ts';
import { isInclude } from './link.ts';
import './include.css';

/** A part of the document, by its name: whoever wants to see it opens it. */
export function Include({ block, scope, text }: BlockProps): ReactNode {
  const mayOpen = useMayOpen();
  if (!isInclude(block)) return null;
  const to = resolveLink(block.to, scope, mayOpen);
  const title = text(block.title) || 'Part of the document';
  return (
    <div className="cad-include">
      <h2>{to === null ? title : <Link to={to}>{title}</Link>}</h2>
      {block.text ? <p>{text(block.text)}</p> : null}
    </div>
  );
}
