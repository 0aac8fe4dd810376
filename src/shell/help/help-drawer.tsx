import cross from '@blueprintjs/icons/lib/esm/generated/16px/paths/cross.js';
import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import useSWRImmutable from 'swr/immutable';
import { call } from '#src/api/call.ts';
import { guardedScreen } from '#src/core/linked-guard.ts';
import { plainTitle } from '#src/core/page-address.ts';
import { matchRoute } from '#src/core/route.ts';
import { useApi, useManifest } from '#src/render/ports.tsx';
import { ShellIcon } from '../shell-icon.tsx';
import { useKnownRoute } from '../use-known-route.ts';
import { type Explained, filtersOf, termsOf } from './explained.ts';
import { type Block, type Inline, parseMarkdown } from './markdown.ts';
import './help.css';

/** The help of the page that stands there: what its definition says, then its help page. It follows from page to page. */
export function HelpDrawer({ onClose }: { readonly onClose: () => void }): ReactNode {
  const api = useApi();
  const { pathname } = useLocation();
  const entry = matchRoute(useManifest(), pathname)?.entry ?? null;
  // The page has asked for its definition already.
  const screen = useSWRImmutable(entry ? ['definition', entry.hash] : null, async () =>
    guardedScreen(await api.call('definition.get', { params: { hash: entry?.hash } })),
  );
  // A help page that another one leads to is shown until somebody goes to another page of the product.
  const [followed, setFollowed] = useState<{ readonly page: string; readonly at: string } | null>(null);
  const away = followed?.at === pathname ? followed.page : null;
  const page = away ?? screen.data?.help ?? null;
  const text = useSWRImmutable(
    page === null ? null : ['help', page],
    async () => (await call(api, 'help.get', { query: { page: page ?? '' } })).text,
    { onError: () => undefined },
  );
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const title = entry ? plainTitle(entry.title) : '';
  return (
    <aside
      className="cad-help"
      aria-label="Help"
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose();
      }}
    >
      <div className="cad-help-head">
        <h2 ref={heading} tabIndex={-1}>
          Help
        </h2>
        <button
          type="button"
          className="cad-icon-button"
          aria-label="Close help"
          title="Close"
          onClick={onClose}
        >
          <ShellIcon paths={cross} />
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by keyboard, too */}
      <div className="cad-help-text" tabIndex={0}>
        {away === null ? null : (
          <p>
            <button type="button" className="cad-help-link" onClick={() => setFollowed(null)}>
              Back to {title}
            </button>
          </p>
        )}
        {title && away === null ? <p className="cad-help-title">{title}</p> : null}
        {screen.data?.summary && away === null ? <p>{screen.data.summary}</p> : null}
        {screen.data && away === null ? (
          <>
            <Terms heading="Filters" terms={filtersOf(screen.data)} />
            <Terms heading="What the columns mean" terms={termsOf(screen.data)} />
          </>
        ) : null}
        {text.data === undefined ? null : (
          <Markdown
            blocks={parseMarkdown(text.data)}
            onFollow={(to) => setFollowed({ page: to, at: pathname })}
          />
        )}
        {text.error ? <p>The help page could not be loaded.</p> : null}
        {screen.isLoading || text.isLoading ? <p role="status">Loading</p> : null}
        {screen.data && page === null && !screen.data.summary ? (
          <p>This page explains itself. The key ? lists what the keyboard does.</p>
        ) : null}
      </div>
    </aside>
  );
}

function Terms({ heading, terms }: { readonly heading: string; readonly terms: readonly Explained[] }) {
  if (terms.length === 0) return null;
  const told = terms.filter(({ text, codes }) => text !== null || codes.length > 0);
  const bare = terms.filter((term) => !told.includes(term)).map(({ title }) => title);
  return (
    <section aria-label={heading}>
      <h3>{heading}</h3>
      {told.length > 0 ? (
        <dl>
          {told.map(({ title, text, codes }) => (
            <Fragment key={title}>
              <dt>{title}</dt>
              {text === null ? null : <dd>{text}</dd>}
              {codes.map(({ label, note }) => (
                <dd key={label}>
                  <em>{label}</em>: {note}
                </dd>
              ))}
            </Fragment>
          ))}
        </dl>
      ) : null}
      {bare.length > 0 ? <p>{bare.join(', ')}</p> : null}
    </section>
  );
}

type OnFollow = (page: string) => void;

function Markdown({ blocks, onFollow }: { readonly blocks: readonly Block[]; readonly onFollow: OnFollow }) {
  return blocks.map((block, i) => {
    // Blocks of a text never move.
    const key = `${block.kind} ${i}`;
    if (block.kind === 'paragraph')
      return (
        <p key={key}>
          <Inlines parts={block.text} onFollow={onFollow} />
        </p>
      );
    if (block.kind === 'heading') {
      const Heading = block.level > 1 ? 'h4' : 'h3';
      return (
        <Heading key={key}>
          <Inlines parts={block.text} onFollow={onFollow} />
        </Heading>
      );
    }
    if (block.kind === 'lines')
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        <pre key={key} tabIndex={0}>
          {block.text}
        </pre>
      );
    if (block.kind === 'table') return <HelpTable key={key} rows={block.rows} onFollow={onFollow} />;
    const List = block.ordered ? 'ol' : 'ul';
    return (
      <List key={key}>
        {block.items.map((item, j) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: items of a text never move
          <li key={j}>
            <Inlines parts={item} onFollow={onFollow} />
          </li>
        ))}
      </List>
    );
  });
}

function HelpTable({
  rows: [headings = [], ...rows],
  onFollow,
}: {
  readonly rows: Extract<Block, { kind: 'table' }>['rows'];
  readonly onFollow: OnFollow;
}): ReactNode {
  return (
    <table>
      <thead>
        <tr>
          {headings.map((cell, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: cells of a text never move
            <th key={i} scope="col">
              <Inlines parts={cell} onFollow={onFollow} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows of a text never move
          <tr key={i}>
            {row.map((cell, j) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: cells of a text never move
              <td key={j}>
                <Inlines parts={cell} onFollow={onFollow} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** `factor.md` is the help page beside it, as any reader of the file follows it. */
const beside = /^([\w-]+)\.md$/;

function Inlines({
  parts,
  onFollow,
}: {
  readonly parts: readonly Inline[];
  readonly onFollow: OnFollow;
}): ReactNode {
  const knows = useKnownRoute();
  return parts.map((part, i) => {
    const key = `${part.kind} ${i}`;
    if (part.kind === 'bold') return <strong key={key}>{part.text}</strong>;
    if (part.kind === 'italic') return <em key={key}>{part.text}</em>;
    if (part.kind === 'code') return <kbd key={key}>{part.text}</kbd>;
    if (part.kind === 'link' && knows(part.to))
      return (
        <Link key={key} to={part.to}>
          {part.text}
        </Link>
      );
    const help = part.kind === 'link' ? beside.exec(part.to)?.[1] : undefined;
    if (help !== undefined)
      return (
        <button key={key} type="button" className="cad-help-link" onClick={() => onFollow(help)}>
          {part.text}
        </button>
      );
    return <Fragment key={key}>{part.text}</Fragment>;
  });
}
