// Colours of the code, taken from the page's own so that light and dark follow it.
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const mono = 'ui-monospace, "Cascadia Mono", "DejaVu Sans Mono", monospace';

const look = EditorView.theme({
  '&': { height: '100%', fontSize: '13px', color: 'var(--cad-text)', backgroundColor: 'var(--cad-surface)' },
  // The host is outlined, as every focused part of the page.
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: mono, lineHeight: '1.5' },
  '.cm-content': { caretColor: 'var(--cad-text)' },
  '.cm-cursor': { borderLeftColor: 'var(--cad-text)' },
  '.cm-gutters': {
    backgroundColor: 'var(--cad-bg)',
    color: 'var(--cad-muted)',
    borderRight: '1px solid var(--cad-border)',
  },
  '.cm-activeLine': { backgroundColor: 'transparent' },
  '.cm-activeLineGutter': { backgroundColor: 'var(--cad-hover)', color: 'var(--cad-text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--cad-selected)',
  },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--cad-selected)', color: 'inherit' },
  '&.cm-focused .cm-nonmatchingBracket': { color: 'var(--cad-bad)', backgroundColor: 'transparent' },
  '.cm-tooltip': {
    backgroundColor: 'var(--cad-surface)',
    color: 'var(--cad-text)',
    border: '1px solid var(--cad-border)',
    borderRadius: '3px',
    maxWidth: '440px',
  },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--cad-accent)',
    color: 'var(--cad-accent-text)',
  },
  '.cm-completionDetail': { color: 'inherit', fontStyle: 'normal', marginLeft: '1em' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '600' },
  '.cad-code-help': { padding: '6px 10px', font: '13px/1.4 system-ui, sans-serif' },
  '.cad-code-help p': { margin: '4px 0 0', overflowWrap: 'anywhere' },
  '.cad-code-help pre': { margin: '4px 0 0', fontFamily: mono, fontSize: '12px', whiteSpace: 'pre-wrap' },
  '.cm-diagnostic': { font: '13px/1.4 system-ui, sans-serif', padding: '4px 10px' },
  '.cm-diagnosticSource': { color: 'var(--cad-muted)', opacity: '1' },
  '.cm-diagnosticAction': {
    font: 'inherit',
    color: 'var(--cad-accent-text)',
    backgroundColor: 'var(--cad-accent)',
    border: 'none',
    borderRadius: '3px',
    padding: '2px 8px',
    cursor: 'pointer',
  },
  '.cm-panels': { backgroundColor: 'var(--cad-bg)', color: 'var(--cad-text)' },
  '.cm-panel input, .cm-panel button': {
    font: 'inherit',
    color: 'var(--cad-text)',
    backgroundColor: 'var(--cad-surface)',
    backgroundImage: 'none',
    border: '1px solid var(--cad-border)',
    borderRadius: '3px',
  },
  '.cm-searchMatch': { backgroundColor: 'var(--cad-selected)' },
});

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--cad-accent)' },
  { tag: tags.string, color: 'var(--cad-good)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--cad-warning)' },
  { tag: tags.invalid, color: 'var(--cad-bad)' },
]);

export const codeTheme = [look, syntaxHighlighting(colours)];
