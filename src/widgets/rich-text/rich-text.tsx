import { Suspense } from 'react';
import { lazyPart } from '#src/render/load-part.ts';
import { RichTextView } from '#src/render/rich-text-view.tsx';
import type { WidgetProps } from '#src/render/widget-props.ts';
import '../widgets.css';
import './rich-text.css';

// Whoever only reads does not load the editor.
const Editor = lazyPart(async () => (await import('./editor.tsx')).RichTextEditor);

export function RichTextWidget(props: WidgetProps) {
  const rows = typeof props.options.rows === 'number' ? props.options.rows : 5;
  if (props.readOnly || props.disabled)
    return (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset would look and sound like one of the form's own
      <div
        id={props.id}
        role="group"
        tabIndex={-1}
        aria-label={props.label}
        aria-describedby={props.describedBy}
        aria-disabled={props.disabled}
        className="cad-rich-shut"
      >
        <RichTextView value={props.value} />
      </div>
    );
  // As high as the editor will be, so that nothing below moves when it has loaded.
  const waiting = (
    <div className="cad-rich-editor cad-rich-waiting" style={{ height: `${rows * 19 + 90}px` }} />
  );
  return (
    <Suspense fallback={waiting}>
      <Editor {...props} rows={rows} />
    </Suspense>
  );
}
