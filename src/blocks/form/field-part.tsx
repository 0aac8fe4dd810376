import { Suspense, useCallback, useMemo } from 'react';
import { LoadBoundary } from '#src/render/load-boundary.tsx';
import { lazyPart } from '#src/render/load-part.ts';
import type { FormField } from './definition.ts';
import { FieldInput } from './field-input.tsx';
import { useForm } from './form-context.ts';
import { slotOf } from './form-state.ts';

// Few forms repeat lines; the others do without.
const LinesInput = lazyPart(async () => (await import('./lines-input.tsx')).LinesInput);

const MatrixInput = lazyPart(async () => (await import('./matrix-input.tsx')).MatrixInput);

/** What a field is filled in with: one input, or its lines. */
export function FieldPart({ field }: { readonly field: FormField }) {
  if (!field.lines) return <SingleInput field={field} />;
  return (
    <LoadBoundary>
      <Suspense fallback={null}>
        {field.lines.matrix ? (
          <MatrixInput owner={field} cell={field.lines.matrix} />
        ) : (
          <LinesInput owner={field} lines={field.lines} />
        )}
      </Suspense>
    </LoadBoundary>
  );
}

function SingleInput({ field }: { readonly field: FormField }) {
  const { store } = useForm();
  const slot = useMemo(() => slotOf(field), [field]);
  const change = useCallback(
    (next: unknown, problem?: string) => store.change(field, next, problem),
    [store, field],
  );
  return <FieldInput slot={slot} onChange={change} />;
}
