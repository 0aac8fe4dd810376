// Completion, hover help and findings of a definition, for the code editor.
import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  snippetCompletion,
} from '@codemirror/autocomplete';
import type { Diagnostic as Mark } from '@codemirror/lint';
import type { EditorState } from '@codemirror/state';
import { hoverTooltip } from '@codemirror/view';
import type { Diagnostic } from '#src/core/diagnostic.ts';
import { isJsonObject } from '#src/core/values.ts';
import { placeAt, valueSoFar } from './json-place.ts';
import { helpAt, namesAt, type Schema, valuesAt } from './schema-walk.ts';

function valueIn(document: unknown, path: readonly (string | number)[]): unknown {
  let at = document;
  for (const step of path)
    at = Array.isArray(at) && typeof step === 'number' ? at[step] : isJsonObject(at) ? at[step] : undefined;
  return at;
}

/** Offers names where a name stands and values where a value does. */
export function completeFrom(schema: () => Schema | null) {
  return (context: CompletionContext): CompletionResult | null => {
    const root = schema();
    const place = root ? placeAt(context.state, context.pos) : null;
    if (!root || !place || (place.literal === '' && !context.explicit)) return null;
    const document = valueSoFar(context.state);
    const { from, to } = place;
    if (place.part === 'name') {
      const object = valueIn(document, place.path);
      const written = place.literal.replace(/^"|"$/g, '');
      const present = isJsonObject(object) ? Object.keys(object).filter((name) => name !== written) : [];
      const followed = /^\s*:/.test(context.state.sliceDoc(to, to + 20));
      const options = namesAt(root, document, place.path, present).map((offer): Completion => {
        const quoted = JSON.stringify(offer.name);
        const shown = {
          label: quoted,
          displayLabel: offer.name,
          info: offer.description,
          type: 'property',
          boost: offer.required ? 10 : 0,
          ...(offer.required ? { detail: 'required' } : {}),
        };
        return followed
          ? { ...shown, apply: quoted }
          : snippetCompletion(`${quoted.replaceAll('{', '\\{')}: ${stubWithHole(offer.stub)}`, shown);
      });
      return { from, to, options, validFor: /^"?[\w$-]*"?$/ };
    }
    const offers = valuesAt(root, document, place.path).filter(
      ({ value, detail }) => detail !== 'example' || typeof value !== 'object',
    );
    // Between quotes only texts can stand, and the quotes are no part of what is sought.
    const quoted = place.literal.startsWith('"');
    const options = offers
      .filter(({ value }) => !quoted || typeof value === 'string')
      .map(({ value, detail }): Completion => {
        const written = JSON.stringify(value);
        return {
          label: quoted ? written.slice(1, -1) : written,
          displayLabel: typeof value === 'string' ? value : written,
          type: detail === 'value' ? 'enum' : 'text',
          ...(detail === 'value' ? { boost: 5 } : { detail }),
        };
      });
    if (options.length === 0) return null;
    if (!quoted) return { from, to, options, validFor: /^[^",{}[\]]*$/ };
    const closed = place.literal.length > 1 && place.literal.endsWith('"');
    return { from: from + 1, to: closed ? to - 1 : to, options, validFor: /^[^"]*$/ };
  };
}

/** Where the cursor stands once a name is put in. */
const hole = '$\u007b}';

function stubWithHole(stub: string): string {
  return stub.length === 2 ? `${stub[0]}${hole}${stub[1]}` : `\${${stub}}`;
}

/** Says what a name or value is for when the pointer rests on it. */
export function helpFrom(schema: () => Schema | null) {
  return hoverTooltip((view, offset) => {
    const root = schema();
    const place = root ? placeAt(view.state, offset) : null;
    if (!root || !place || place.literal === '') return null;
    const document = valueSoFar(view.state);
    const name = String(place.literal).replace(/^"|"$/g, '');
    const help = helpAt(root, document, place.part === 'name' ? [...place.path, name] : place.path);
    if (!help) return null;
    return {
      pos: place.from,
      end: place.to,
      create: () => {
        const dom = document_('div', 'cad-code-help', '');
        dom.append(document_('strong', '', help.title), document_('p', '', help.description));
        if (help.allowed.length > 0) dom.append(document_('p', '', `One of ${help.allowed.join(', ')}`));
        if (help.examples.length > 0) dom.append(document_('pre', '', help.examples.join('\n')));
        return { dom };
      },
    };
  });
}

function document_(tag: string, className: string, text: string): HTMLElement {
  const element = document.createElement(tag);
  if (className !== '') element.className = className;
  element.textContent = text;
  return element;
}

const nearest = /Did you mean "([^"]+)"/;

/** The findings about this text, as marks at their places; one with a near name can be mended in place. */
export function marksOf(state: EditorState, findings: readonly Diagnostic[]): readonly Mark[] {
  return findings.map((finding) => {
    const line = state.doc.line(Math.min(finding.line, state.doc.lines));
    const start = Math.min(line.from + finding.column - 1, line.to);
    const place = placeAt(state, Math.min(start + 1, state.doc.length));
    const [from, to] =
      place && place.literal !== '' && place.from <= start
        ? [place.from, place.to]
        : [start, Math.max(start, line.to)];
    const text = state.sliceDoc(from, to);
    const better = nearest.exec(`${finding.message} ${finding.suggestion ?? ''}`)?.[1];
    const wrong = [...finding.message.matchAll(/"([^"]+)"/g)]
      .map((match) => match[1] ?? '')
      .find((word) => word !== better && text.includes(word));
    return {
      from,
      to,
      severity: finding.severity,
      message: `${finding.message}${finding.suggestion ? ` ${finding.suggestion}` : ''}`,
      source: finding.rule,
      ...(better && wrong
        ? {
            actions: [
              {
                name: `Replace by ${better}`,
                apply: (view: { dispatch: (change: object) => void }, at: number) => {
                  const offset = at + text.indexOf(wrong);
                  view.dispatch({ changes: { from: offset, to: offset + wrong.length, insert: better } });
                },
              },
            ],
          }
        : {}),
    };
  });
}
