import type { Difference } from './answers.ts';

/** What changed, in sentences; the lines of the text below them on demand. */
export function DifferenceView({ difference }: { readonly difference: Difference }) {
  const { changes, text } = difference;
  const lines = linesOf(text);
  if (changes.length === 0 && lines.length === 0) return <p className="cad-muted">There is no difference.</p>;
  return (
    <div className="cad-difference">
      {changes.length > 0 ? (
        <ul className="cad-changes">
          {changes.map((change) => (
            <li key={`${change.pointer} ${change.sentence}`}>{change.sentence}</li>
          ))}
        </ul>
      ) : (
        <p className="cad-muted">Only the writing of the text differs, not what it says.</p>
      )}
      <details open={changes.length === 0}>
        <summary>Lines of the text</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keyboard */}
        <section className="cad-text-lines" aria-label="Lines of the text" tabIndex={0}>
          {lines.map((line, i) => (
            <LineOf
              // biome-ignore lint/suspicious/noArrayIndexKey: equal lines have no other identity
              key={i}
              line={line}
            />
          ))}
        </section>
      </details>
    </div>
  );
}

function LineOf({ line }: { readonly line: string }) {
  const content = line.slice(1) === '' ? ' ' : line.slice(1);
  if (line.startsWith('+'))
    return (
      <ins>
        <span aria-hidden="true">+</span>
        {content}
      </ins>
    );
  if (line.startsWith('-'))
    return (
      <del>
        <span aria-hidden="true">−</span>
        {content}
      </del>
    );
  if (line.startsWith('@@')) return <div className="cad-text-lines-skip">⋯</div>;
  return (
    <div>
      <span aria-hidden="true"> </span>
      {content}
    </div>
  );
}

/** Lines of a unified difference without its head. */
function linesOf(text: string): readonly string[] {
  const first = text.indexOf('\n@@');
  if (first === -1) return [];
  return text
    .slice(first + 1)
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('\\'));
}
