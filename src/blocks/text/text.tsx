import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { resolveLink } from '#src/core/resolve/resolve-value.ts';
import type { BlockProps } from '#src/render/block-props.ts';
import { useMayOpen } from '#src/render/link-rule.ts';
import { BlockStates } from '#src/render/states.tsx';
import { isText } from './link.ts';
import type { Inline } from './markup.ts';
import './text.css';

export function TextBlock({ block, source, scope, text }: BlockProps): ReactNode {
  const mayOpen = useMayOpen();
  if (!isText(block)) return null;
  const title = text(block.title);
  const inline = (part: Inline): ReactNode => {
    const content = text(part.text);
    if (part.kind === 'bold') return <strong>{content}</strong>;
    if (part.kind === 'code') return <code>{content}</code>;
    if (part.kind !== 'link') return content;
    const to = resolveLink(part.to, scope, mayOpen);
    return to === null ? content : <Link to={to}>{content}</Link>;
  };
  return (
    <BlockStates source={source} lines={1}>
      <div
        className="cad-text"
        data-intent={block.intent}
        data-lines={block.lines}
        role={block.intent === 'none' ? undefined : 'note'}
      >
        {title ? <h2>{title}</h2> : null}
        {block.paragraphs.map((paragraph, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs of a definition never move
          <p key={i}>
            {paragraph.map((part, j) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: parts of a definition never move
              <span key={j}>{inline(part)}</span>
            ))}
          </p>
        ))}
      </div>
    </BlockStates>
  );
}
