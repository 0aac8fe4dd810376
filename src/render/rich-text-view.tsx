import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { isOutside, mayLink } from '#src/core/href.ts';
import { checkRichText, type RichBlock, type RichStyle, type RichText } from '#src/core/rich-text.ts';
import { useLinkRule } from './link-rule.ts';
import './rich-text.css';

type Mark = (text: ReactNode) => ReactNode;
const marks: { readonly [style in RichStyle]: Mark } = {
  bold: (text) => <strong>{text}</strong>,
  italic: (text) => <em>{text}</em>,
  underline: (text) => <u>{text}</u>,
};

/** The text cut where a style or a link begins or ends. */
function Runs({ block }: { readonly block: RichBlock }): ReactNode {
  const { text, styles = [], links = [] } = block;
  const cuts = new Set([0, text.length, ...[...styles, ...links].flatMap(({ from, to }) => [from, to])]);
  const places = [...cuts].sort((a, b) => a - b);
  return places.slice(0, -1).map((from, i) => {
    const to = places[i + 1] ?? text.length;
    const covers = (range: { readonly from: number; readonly to: number }) =>
      range.from <= from && range.to >= to;
    const styled = styles
      .filter(covers)
      .reduce<ReactNode>((inner, { style }) => marks[style](inner), text.slice(from, to));
    const link = links.find(covers);
    return <span key={from}>{link ? <Anchor href={link.href}>{styled}</Anchor> : styled}</span>;
  });
}

function Anchor({ href, children }: { readonly href: string; readonly children: ReactNode }): ReactNode {
  if (!isOutside(href)) return <Link to={href}>{children}</Link>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}

const indentClass = ({ indent }: RichBlock) => (indent ? `cad-rich-indent-${indent}` : undefined);

interface Placed {
  readonly block: RichBlock;
  readonly at: number;
}

/** Neighbouring items of one type, and paragraphs by themselves. */
function groupsOf(blocks: readonly RichBlock[]): readonly (readonly [Placed, ...Placed[]])[] {
  const groups: [Placed, ...Placed[]][] = [];
  blocks.forEach((block, at) => {
    const last = groups.at(-1);
    if (last && block.type !== 'p' && last[0].block.type === block.type) last.push({ block, at });
    else groups.push([{ block, at }]);
  });
  return groups;
}

function Item({ block }: { readonly block: RichBlock }): ReactNode {
  return (
    <li className={indentClass(block)}>
      <Runs block={block} />
    </li>
  );
}

/** Formatted text as elements; what may not be a link any more, or is no formatted text, is shown as text. */
export function RichTextView({ value }: { readonly value: unknown }): ReactNode {
  const rule = useLinkRule();
  const checked = checkRichText(value, () => true);
  const rich: RichText | null = 'value' in checked ? checked.value : null;
  const blocks = (rich?.blocks ?? []).map((block) => ({
    ...block,
    links: (block.links ?? []).filter(({ href }) => mayLink(href, rule)),
  }));
  return (
    <div className="cad-rich">
      {groupsOf(blocks).map((group) => {
        const [{ block, at }] = group;
        if (block.type === 'p')
          return (
            <p key={at} className={indentClass(block)}>
              <Runs block={block} />
            </p>
          );
        const items = group.map((item) => <Item key={item.at} block={item.block} />);
        return block.type === 'ul' ? <ul key={at}>{items}</ul> : <ol key={at}>{items}</ol>;
      })}
    </div>
  );
}
